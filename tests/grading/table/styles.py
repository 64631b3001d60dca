"""The same mistakes by other hands: written once the diagnosis was there, to see how it does."""

from .local import Entry

_ROLES = {"components": "W", "explained_variance": "lam", "scores": "Z"}


def _entry(diagnosis: str, body: str) -> Entry:
    lines = "\n".join(f"    {line}" for line in body.strip().split("\n"))
    source = f"import numpy as np\n\ndef pca(X, k):\n{lines}\n"
    return Entry(source, "W, lam, Z = pca(X, k)", _ROLES, conventions={"scale": "n-1"}, diagnosis=diagnosis)


_BODIES = {
    """
m=np.mean(X,axis=0)
e,v=np.linalg.eig(np.cov((X-m).T))
i=np.argsort(e)[::-1]
e=e[i]
v=v[:,i]
return v[:,:k],e[:k],np.matmul(v[:,:k].T,X.T).T
""": "uncentred-projection",
    """
m=np.mean(X,axis=0)
e,v=np.linalg.eig(np.cov((X-m).T))
return v[:,:k],e[:k],(X-m)@v[:,:k]
""": "eig-unsorted",
    """
m=np.mean(X,axis=0)
B=X-m
e,v=np.linalg.eigh(B.T@B/(len(B)-1))
i=np.argsort(e)[::-1]
W=np.array([v[j] for j in i[:k]]).T
return W,e[i[:k]],B@W
""": "rows-for-columns",
    """
B=X-X.mean(0)
e,v=np.linalg.eigh(np.cov(B,rowvar=False))
i=e.argsort()
return v[:,i][:,:k],e[i][:k],B@v[:,i][:,:k]
""": "smallest-components",
    """
B=np.array([r-np.mean(r) for r in X])
e,v=np.linalg.eigh(np.cov(B.T))
v=v[:,::-1][:,:k]
return v,e[::-1][:k],B@v
""": "centred-along-wrong-axis",
    """
e,v=np.linalg.eigh(X.T@X/(len(X)-1))
v=v[:,::-1][:,:k]
return v,e[::-1][:k],X@v
""": "never-centred",
    """
B=X-X.mean(0)
e,v=np.linalg.eigh(B.T.dot(B))
v=v[:,::-1][:,:k]
return v,e[::-1][:k],B@v
""": "not-divided",
    """
B=X-X.mean(0)
v=np.linalg.svd(B)[2][:k].T
Z=B@v
return v,Z.var(axis=0),Z
""": "variances-by-n",
    """
B=X-X.mean(0)
v=np.linalg.svd(B)[2][:k].T
Z=B@v
return v,Z.std(axis=0,ddof=1),Z
""": "deviations-for-variances",
    """
B=X-X.mean(0)
e,v=np.linalg.eigh(np.cov(B.T))
v=v[:,::-1][:,:k+1]
return v,e[::-1][:k+1],B@v
""": "one-component-off",
    """
e,v=np.linalg.eigh(np.corrcoef(X.T))
v=v[:,::-1][:,:k]
S=(X-X.mean(0))/X.std(0,ddof=1)
return v,e[::-1][:k],S@v
""": "standardised-unasked",
    """
U,s,V=np.linalg.svd(X-X.mean(0),full_matrices=False)
return V[:,:k],s[:k]**2/(len(X)-1),(X-X.mean(0))@V[:,:k]
""": "rows-for-columns",
    """
U,s,V=np.linalg.svd(X-X.mean(0),full_matrices=False)
return V[:k].T,s[:k]**2/(len(X)-1),U[:,:k]
""": "scores-without-singular-values",
    """
U,s,V=np.linalg.svd(X,full_matrices=False)
U2,s2,V2=np.linalg.svd(X-X.mean(0),full_matrices=False)
return V2[:k].T,s2[:k]**2/(len(X)-1),U[:,:k]*s[:k]
""": "uncentred-projection",
    """
B=X-X.mean(0)
e,v=np.linalg.eigh(np.cov(B.T))
return v[:,-k:],e[-k:],B@v[:,-k:]
""": "ascending-order",
    """
B=X-X.mean(0)
e,v=np.linalg.eigh(np.cov(B.T))
e=e[::-1]
v=v[:,::-1]
L=v[:,:k]*np.sqrt(e[:k])
return L,e[:k],B@v[:,:k]
""": "components-scaled",
    """
j=np.argsort(-X.var(0))[:k]
return np.eye(X.shape[1])[:,j],X.var(0,ddof=1)[j],(X-X.mean(0))[:,j]
""": "selects-features",
    """
X-=X.mean(0)
e,v=np.linalg.eigh(np.cov(X.T))
return v[:,:k],e[:k],X@v[:,:k]
""": "smallest-components+changes-its-input",
    """
B=X-X.mean(0)
e,v=np.linalg.eigh(np.cov(B.T))
e=e[::-1][:k]
v=v[:,::-1][:,:k]
return v,e,X@v/np.sqrt(e)
""": "uncentred-projection+whitened",
    """
B=X-X.mean(0)
e,v=np.linalg.eigh(np.cov(B.T))
e=e[::-1][:k]
v=v[:,::-1][:,:k]
return v.round(3),e.round(3),(B@v).round(3)
""": "rounded",
    """
B=X-X.mean(0)
s=np.linalg.svd(X)[1]
e,v=np.linalg.eigh(np.cov(B.T))
v=v[:,::-1][:,:k]
return v,s[:k]**2/(len(X)-1),B@v
""": "variances-of-uncentred",
    """
m=X.mean(0)
C=X.T@X/len(X)-np.outer(m,m)/len(X)
e,v=np.linalg.eigh(C)
v=v[:,::-1][:,:k]
return v,e[::-1][:k]*len(X)/(len(X)-1),(X-m)@v
""": "mean-taken-off-once",
    """
B=(X-X.mean(0))/(X.max(0)-X.min(0))
e,v=np.linalg.eigh(np.cov(B.T))
v=v[:,::-1][:,:k]
return v,e[::-1][:k],B@v
""": "scaled-unasked",
    """
m=X.mean(0)
B=X-m
e,v=np.linalg.eigh(np.cov(B.T))
v=v[:,::-1][:,:k]
return v,e[::-1][:k],B@v+m@v
""": "uncentred-projection",
}
"""Bodies of `pca(X, k)`, with the right diagnosis."""
STYLES = [_entry(diagnosis, body) for body, diagnosis in _BODIES.items()]
