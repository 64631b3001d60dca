"""What processes that run claims need, imported once before they are forked."""

import gc

import pcaproofs.prover.prove
import pcaproofs.prover.refute
import pcaproofs.verify.bench
import pcaproofs.verify.discovery
import pcaproofs.verify.parallel
import pcaproofs.verify.properties

pcaproofs.verify.discovery.all_claims()
gc.collect()
gc.freeze()  # all this stays; to look it over for garbage again and again would take a tenth of the time
