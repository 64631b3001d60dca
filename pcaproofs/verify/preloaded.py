"""What processes that run claims need, imported once before they are forked."""

import pcaproofs.prover.prove
import pcaproofs.prover.refute
import pcaproofs.verify.bench
import pcaproofs.verify.discovery
import pcaproofs.verify.parallel
import pcaproofs.verify.properties

pcaproofs.verify.discovery.all_claims()
