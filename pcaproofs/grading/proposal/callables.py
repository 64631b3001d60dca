"""Functions and classes of a solution, found without running it, and what their parameters mean by their names."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

_OF_FRAMES = ("to_numpy", "values", "columns", "iloc", "loc", "select_dtypes", "sub", "dropna")
"""Attributes that data frames have and arrays lack."""
_SKETCH = r"range|sketch|oversampl|random_proj"
"""What names of helpers of a randomised decomposition say."""


@dataclass(frozen=True)
class Parameter:
    """A parameter; `optional` if a call may omit it."""

    name: str
    optional: bool = False
    keyword_only: bool = False
    default: object = None
    """The default of an optional parameter, if it is a constant."""
    frame: bool = False
    """Whether it is a pandas DataFrame: annotated as one, or used like one."""


@dataclass(frozen=True)
class SolutionFunction:
    """A function, or a method, with its parameters (without self)."""

    name: str
    parameters: tuple[Parameter, ...] = ()
    returns: tuple[str, ...] = ()
    """Names of the variables in its last `return`; "" for an item that is not a name."""
    static: bool = False
    line: int = 0
    yields: bool = False
    """Whether it is a generator."""


@dataclass(frozen=True)
class Class:
    """A class with its constructor and its public methods in order."""

    name: str
    constructor: SolutionFunction
    methods: Mapping[str, SolutionFunction] = field(default_factory=dict)
    line: int = 0
    record: bool = False
    """Whether it only stores values: a dataclass or named tuple without methods."""
    maker: str = ""
    """The function that returns its objects, if one does."""


def callables(text: str) -> Iterator[SolutionFunction | Class]:
    """The functions and classes of a source in order; raises SyntaxError."""
    seen: dict[str, SolutionFunction | Class] = {}
    nodes = list(_definitions(ast.parse(text).body))
    for node in nodes:
        seen[node.name] = _class(node, seen) if isinstance(node, ast.ClassDef) else _function(node)
    for node in nodes:
        for made in _returned(node):
            found = seen.get(made)
            if isinstance(found, Class) and not found.maker:
                seen[made] = replace(found, maker=node.name)
    yield from sorted(seen.values(), key=lambda item: item.line)


def random_helpers(text: str) -> dict[str, str]:
    """Functions that draw random directions for another one, with its name; raises SyntaxError."""
    nodes = list(_definitions(ast.parse(text).body))
    found = {}
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            continue
        names = {each.arg for each in (*node.args.args, *node.args.kwonlyargs)}
        says = re.search(_SKETCH, node.name.lower()) or any(re.search(_SKETCH, name.lower()) for name in names)
        caller = next((each.name for each in nodes if each is not node and node.name in _called(each)), "")
        if says and caller and re.search(r"rng|random|generator|normal|randn|omega", ast.unparse(node).lower()):
            found[node.name] = caller
    return found


def _called(node: ast.AST) -> set[str]:
    calls = [each.func for each in ast.walk(node) if isinstance(each, ast.Call)]
    return {each.id for each in calls if isinstance(each, ast.Name)}


def _returned(node: ast.AST) -> set[str]:
    """The functions and classes whose results a function returns as they are."""
    if isinstance(node, ast.ClassDef):
        return set()
    values = [each.value for each in ast.walk(node) if isinstance(each, ast.Return)]
    calls = [each.func for each in values if isinstance(each, ast.Call)]
    return {each.id for each in calls if isinstance(each, ast.Name)}


def imports(text: str) -> frozenset[str]:
    """Top-level names of all modules that a source imports; raises SyntaxError."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").partition(".")[0])
    return frozenset(names - {""})


def texts(text: str) -> frozenset[str]:
    """The string constants of a source, which may name files; raises SyntaxError."""
    found = (node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant))
    return frozenset(value for value in found if isinstance(value, str))


_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def _definitions(body: list[ast.stmt]) -> Iterator[_Definition]:
    """Top-level definitions, including those inside `if` and `try`."""
    for node in body:
        if isinstance(node, _Definition):
            yield node
        elif isinstance(node, ast.If | ast.Try):
            yield from _definitions([*node.body, *node.orelse])


def _class(node: ast.ClassDef, known: Mapping[str, SolutionFunction | Class]) -> Class:
    constructor = SolutionFunction("__init__")
    methods: dict[str, SolutionFunction] = {}
    fields: list[Parameter] = []
    for base in node.bases:
        parent = known.get(base.id) if isinstance(base, ast.Name) else None
        if isinstance(parent, Class):
            constructor, methods = parent.constructor, {**methods, **parent.methods}
    for item in node.body:
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            fields.append(Parameter(item.target.id, item.value is not None, default=_constant(item.value)))
        if not isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        decorators = [ast.unparse(each) for each in item.decorator_list]
        if any(each == "property" or each.endswith((".setter", "cached_property")) for each in decorators):
            continue  # read like a field
        made = _function(item, method=True, static="staticmethod" in decorators)
        if item.name == "__init__":
            constructor = made
        elif not item.name.startswith("__") or item.name == "__call__":
            methods[item.name] = made
    record = any("dataclass" in ast.unparse(each) for each in node.decorator_list) or _names_fields(node)
    if record:
        constructor = SolutionFunction("__init__", tuple(fields))
    return Class(node.name, constructor, methods, node.lineno, record=record and not methods)


def _names_fields(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base).endswith("NamedTuple") for base in node.bases)


def _function(
    node: ast.FunctionDef | ast.AsyncFunctionDef, *, method: bool = False, static: bool = False
) -> SolutionFunction:
    places = [*node.args.posonlyargs, *node.args.args]
    first_optional = len(places) - len(node.args.defaults)
    defaults = [None] * first_optional + [_constant(each) for each in node.args.defaults]
    found = [
        Parameter(item.arg, number >= first_optional, default=default)
        for number, (item, default) in enumerate(zip(places, defaults, strict=True))
    ]
    found = found[1:] if method and not static else found
    for item, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
        found.append(Parameter(item.arg, default is not None, keyword_only=True, default=_constant(default)))
    frames = _frames(node)
    found = [replace(each, frame=True) if each.name in frames else each for each in found]
    yields = any(isinstance(each, ast.Yield | ast.YieldFrom) for each in ast.walk(node))
    return SolutionFunction(node.name, tuple(found), _returns(node), static, node.lineno, yields)


def _frames(node: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """The parameters that are data frames."""
    places = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    said = {each.arg for each in places if each.annotation and "DataFrame" in ast.unparse(each.annotation)}
    used = [each for each in ast.walk(node) if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name)]
    return said | {each.value.id for each in used if isinstance(each.value, ast.Name) and each.attr in _OF_FRAMES}


def _constant(node: ast.expr | None) -> object:
    return node.value if isinstance(node, ast.Constant) else None


def _returns(node: ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[str, ...]:
    inner = {id(each) for part in node.body for inside in ast.walk(part) if isinstance(inside, _Definition | ast.Lambda)
             for each in ast.walk(inside)}  # fmt: skip
    returns = [
        each
        for part in node.body
        for each in ast.walk(part)
        if isinstance(each, ast.Return) and each.value is not None and id(each) not in inner
    ]
    if not returns:
        return ()
    value = max(returns, key=lambda each: each.lineno).value
    items = value.elts if isinstance(value, ast.Tuple | ast.List) else [value]
    return tuple(item.id if isinstance(item, ast.Name) else "" for item in items)


# Possible meanings of parameters by name, and the arguments for each meaning.
#
# A name has several meanings in the field (`m` is the mean or a number, `sigma` a matrix or a width), so each pattern
# has a list of them, most likely first. All are tried, and the returned values decide.


@dataclass(frozen=True)
class Argument:
    """An argument for a parameter."""

    text: str
    meaning: str
    given: tuple[tuple[str, str], ...] = ()
    """Variables that the judge provides, with the role whose right value each has."""
    before: str = ""
    """A statement to run before the call."""
    over: str = ""
    """If the function takes one sample at a time: the variable whose rows are passed in turn."""
    kind: str = ""
    """Arguments of one call have the same kind: eigenvalues as given, all of them, or all ascending."""
    guess: str = ""
    """The parameter, if its name is uninformative and this is a guess."""
    note: str = ""
    """A note for the author of the assignment."""


VARIABLES = {
    "mean": "mu",
    "feature_deviations": "sigma",
    "centered": "Xc",
    "standardised": "Xn",
    "covariance": "C",
    "kernel": "K",
    "components": "W",
    "explained_variance": "lam",
    "explained_variance_ratio": "ratio",
    "standard_deviations": "sd",
    "eigenvalue_matrix": "Lam",
    "component_count": "count",
    "projection": "P",
    "scores": "Z",
    "whitened": "Xw",
    "zca": "Xzca",
    "kernel_scores": "Zk",
    "reconstruction": "X_hat",
    "reconstruction_error": "error",
    "scores_new": "Z_new",
    "reconstruction_new": "X_new_hat",
}
"""The variable name for each role in calls."""

_ALL = "lam, V = np.linalg.eigh(C); lam, V = lam[::-1], V[:, ::-1]"
_ASCENDING = "lam, V = np.linalg.eigh(C)"


def _given(role: str) -> Argument:
    variable = VARIABLES[role]
    kind = "given" if role in ("components", "explained_variance") else ""
    return Argument(variable, role, ((variable, role),), kind=kind)


def _constant_argument(meaning: str, text: str, what: str) -> Argument:
    return Argument(text, meaning, note=f"{text} is passed for {what}: choose your own")


_COVARIANCE = (("C", "covariance"),)
_GAMMA = (("gamma", "gamma"),)
_RATIO = (("ratio", "explained_variance_ratio"),)
_KNOWN: dict[str, Argument] = {
    **{role: _given(role) for role in VARIABLES},
    "X": Argument("X", "X"),
    "k": Argument("k", "k"),
    # the share of k components, reduced slightly for rounding, requires k components
    "share": Argument("float(ratio.sum()) - 1e-9", "share", _RATIO, note="the share of variance asks for k components"),
    "least share": Argument(
        "float(ratio[-1]) - 1e-9", "share", _RATIO, note="each of k components has more than this share of variance"
    ),
    "percent": Argument(
        "100 * float(ratio.sum()) - 1e-7", "share", _RATIO, note="the percentage of variance asks for k components"
    ),
    "all values": Argument("lam", "explained_variance", _COVARIANCE, _ALL, kind="all"),
    "all vectors": Argument("V", "components", _COVARIANCE, _ALL, kind="all"),
    "ascending values": Argument("lam", "explained_variance", _COVARIANCE, _ASCENDING, kind="ascending"),
    "ascending vectors": Argument("V", "components", _COVARIANCE, _ASCENDING, kind="ascending"),
    "singular values": Argument(
        "s", "singular values", (("Xc", "centered"),), "s = np.linalg.svd(Xc, compute_uv=False)"
    ),
    "deviations n-1": Argument("X.std(axis=0, ddof=1)", "deviations"),
    "deviations n": Argument("X.std(axis=0)", "deviations"),
    "each sample": Argument("x", "X", over="X"),
    "each centered": Argument("x", "centered", (("Xc", "centered"),), over="Xc"),
    "each scores": Argument("z", "scores", (("Z", "scores"),), over="Z"),
    "npy": Argument('"data.npy"', "file", before='np.save("data.npy", X)'),
    "csv": Argument('"data.csv"', "file", before='np.savetxt("data.csv", X, delimiter=",")'),
    "csv with header": Argument(
        '"data.csv"',
        "file",
        before='np.savetxt("data.csv", X, delimiter=",", comments="", '
        'header=",".join(f"x{i}" for i in range(X.shape[1])))',
    ),
    "txt": Argument('"data.txt"', "file", before='np.savetxt("data.txt", X)'),
    "none": Argument("None", "none"),
    "seed": Argument("0", "constant"),
    "new X": Argument("X_new", "new X"),
    "batches": Argument("np.array_split(X, 3, axis=0)", "batches"),
    "stream of batches": Argument("iter(np.array_split(X, 3, axis=0))", "batches"),
    **{
        f"out {shape}": Argument("result", "out", before=f"result = np.empty(({shape}))")
        for shape in ("*X.shape,", "len(X), k", "X.shape[1], k", "X.shape[1], X.shape[1]", "X.shape[1],", "k,")
    },
    "generator": Argument("np.random.default_rng(0)", "constant"),
    "rounds": Argument("1000", "constant"),
    "tiny": Argument("1e-10", "constant"),
    "number": _constant_argument("constant", "1.0", "a number"),
    "gamma": Argument("gamma", "gamma", _GAMMA),
    "width": Argument("(2 * gamma) ** -0.5", "gamma", _GAMMA),
    "share given": Argument("share", "share", (("share", "share"),)),
    "epsilon": Argument("1e-9", "epsilon"),
    "degree": _constant_argument("constant", "2", "a degree"),
    "axis": Argument("0", "constant"),
    "ddof": Argument("1", "constant"),
    "batch": Argument("len(X)", "constant"),
    "n": Argument("X.shape[0]", "constant"),
    "p": Argument("X.shape[1]", "constant"),
    "shape": Argument("(1, X.shape[1])", "constant"),
    "yes": Argument("True", "constant"),
    "no": Argument("False", "constant"),
    "linear": Argument('"linear"', "constant"),
    "rbf": Argument('"rbf"', "constant"),
}

_DATA = ("X", "centered", "standardised", "kernel", "covariance")
_READY = ("centered", "X", "covariance")
_VALUES = ("explained_variance", "all values", "ascending values", "eigenvalue_matrix", "singular values")
_VECTORS = ("components", "all vectors", "ascending vectors")
_ARRAYS = {*_DATA, *_VALUES, *_VECTORS, "mean", "scores", "reconstruction"}
_OUT = tuple(name for name in _KNOWN if name.startswith("out "))
_FILES = ("npy", "csv with header", "csv", "txt")
_DEVIATIONS = ("feature_deviations", "deviations n-1", "deviations n")

_LETTERS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys("XDA", _DATA),
    "M": (*_DATA, "k"),
    "Y": ("scores", "centered", "X"),
    "Z": ("scores", "standardised", "X"),
    "T": ("scores", "X", "components"),
    **dict.fromkeys("WVUEPBQR", _VECTORS),
    "S": ("covariance", "explained_variance", "all values", "singular values"),
    "C": ("covariance", "X"),
    "K": ("k", "kernel"),
    "G": ("kernel", "covariance"),
    "L": _VALUES,
    "N": ("n", "k"),
    **dict.fromkeys("kdqrl", ("k",)),
    "m": ("k", "mean", "X"),
    "n": ("k", "n", "X"),
    "p": ("k", "p", "share", "least share"),
    "x": (*_DATA, "each sample", "each centered"),
    "a": _DATA,
    "c": ("covariance", "number"),
    "s": ("singular values", *_VALUES, *_DEVIATIONS),
    "u": (*_VECTORS, "mean"),
    **dict.fromkeys("vw", _VECTORS),
    "z": ("scores", "each scores", "standardised"),
    "y": ("none", "scores"),
    "t": ("share", "least share", "k"),
    "h": ("p",),
}
_WORDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"x_?(n|s|std|norm\w*|standard\w*|scaled)|xs|xn|zs|z_?scores?", ("standardised", *_READY)),
    (r"(nb|[mkdqn]|total|max|desired|wanted|which|keep|reduced?)_?(pcs?|comp(onent)?s?|dim(ension)?s?|eig\w*)", ("k",)),
    (r"(random_)?(seed|state)|random_?seed|rand(om)?", ("seed",)),
    (r"rng|.*_rng|key", ("generator", "seed")),
    (r".*(file_?name|path|_file|fname)|file|filename|csv|npy|url", _FILES),
    (r".*iter.*|.*steps|.*epochs?|.*rounds|max_.*", ("rounds",)),
    (r"eps.*|.*epsilon", ("epsilon", "tiny")),
    (r"tol.*|.*_tol|reg.*|jitter", ("tiny",)),
    (r"labels?|targets?|class(es)?|y_.*", ("none",)),
    (r"axis", ("axis",)),
    (r"ddof", ("ddof",)),
    (r"(data_?)?(stream|iterator|generator|loader|reader|feed)|.*_(stream|iter|iterator|loader)|gen",
     ("stream of batches", "batches", "generator")),
    (r"(mini_?)?(batches|chunks|blocks|parts|pieces)", ("batches", "stream of batches", *_DATA)),
    (r"out|output|result_?(array|buffer)?|dest(ination)?|buffer|target_array|into", _OUT),
    (r"d_?out|out_?(dim|k|d)|n_?out|outdim\w*|q|l", ("k",)),
    (r"batch_?(size|length|len|n)|n_?batch.*|chunk_?size", ("batch",)),
    (r"(n|num|number_of|n_?of)_?(samples|rows|points|observations|obs)", ("n", "k")),
    (r"(n|num|number_of|n_?of)_?(features|columns|cols|variables|vars)", ("p", "k")),
    (r"(im(age|g)?_?)?(shape|size)|(height|width)(_.*)?", ("shape", "p")),
    (r"verbose|plot.*|show.*|draw.*|display", ("no",)),
    (r"(do_|use_|with_)?(whiten|standardi[sz]e|normali[sz]e|scal(e|ing)|cent(er|re)|bias)(_data)?", ("no", "yes")),
    (r"kernel(_?(name|type|fun(c|ction)?|fn))?", ("function", "rbf", "linear", "kernel")),
    (r"(gram|kernel)_?(matrix|mat)|.*_kernel|k_?mat(rix)?|kc", ("kernel",)),
    (r"gamma|g|coef(ficient)?", ("gamma", "number")),
    (r"sigma", ("covariance", *_DEVIATIONS, "width", "number")),
    (r"bandwidth|length_?scale|width|kernel_?(width|size)", ("width", "number")),
    (r"coef0?|strength|noise.*", ("number",)),
    (r"degree|order", ("degree", "k")),
    (r"std.*|.*_std|sd|sds|.*stdev.*|.*deviations?|stand(ard)?_dev.*", (*_DEVIATIONS, "standard_deviations")),
    (r".*cov.*|.*scatter.*|corr.*|.*_corr", ("covariance",)),
    (r".*(whitened|_white)|xw", ("whitened",)),
    (
        r"k|(n|num|number|nr|no)(_of)?_.*|n(comp|dim|pc|eig|vec)\w*|(pc|comp|component|dim|eig\w*)s?_?(count|number|num|n)"
        r"|dims?|.*_?dim(ension)?s?(ality)?|target.*|rank|top(_?k|_n)?|keep|n_?kept|count|how_many|r_?dim|latent_size|size",
        ("k",),
    ),
    (
        r"(desired_|target_|min_|retained_|keep_|explained_|var_|variance_|cum\w*_)*"
        r"(var(iance)?|threshold|thresh|share|prop(ortion)?|fraction|frac|retained|retain|cutoff|energy|ratio|alpha|rv"
        r"|information|explained)(_?(threshold|ratio|retained|explained|to_keep|kept|share|fraction))*",
        ("share", "share given", "least share", "percent", "explained_variance_ratio"),
    ),
    (r"per(cent(age)?|c)(_.*)?|pct", ("share", "percent", "share given", "least share")),
    (r".*explained.*ratio.*|ratios?|shares|proportions", ("explained_variance_ratio",)),
    (r"sing(ular)?_?(val.*)|sv|svals?", ("singular values",)),
    (r"lambda(_?mat(rix)?)|diag.*|lambdas?_diag", ("eigenvalue_matrix",)),
    (r"lam.*|ls?|.*eig\w*_?val\w*|evals?|e_?vals?|w_?vals|eigs?|.*values?|(explained_)?variances?|vals?", _VALUES),
    (r".*proj(ection)?_?(matrix|mat)|projector", ("projection", "components")),
    (
        r".*eig\w*_?vec\w*|e?_?vecs?|.*vectors?|.*axes|.*basis.*|.*loadings?|.*directions?|pcs?|eigen_?faces?|.*rotation"
        r"|[uvw]_?[kdqrm]|[uvw]_?(red\w*|hat|top|sub)|ws?|us?|vt?|vs|.*weights?|coeffs?|evecs?|u_?reduced?|w_?matrix|feature_vec.*|subspace",
        _VECTORS,
    ),
    (r".*comp(onent)?s?", ("components", "all vectors", "k")),
    (
        r".*scores?|.*proj\w*|.*reduced.*|.*transformed.*|.*latent.*|.*codes?|.*embed\w*|z\w?|encoded|compressed"
        r"|.*low_?dim.*|x_?pca|pca_.*data|t",
        ("scores", "each scores"),
    ),
    (r".*cent(er|re)d?.*|x_?c|xc|.*demean.*|.*mean_?free.*", ("centered", "standardised", *_READY[1:])),
    (r"x_?(hat|rec\w*|approx\w*|tilde|back)|.*recon\w*|.*recover\w*|.*restored.*|.*approx\w*", ("reconstruction",)),
    (r"mu\w?|.*means?|mean\w{1,2}|.*mean_.*|.*avg.*|.*average.*|offset|centroid|shift", ("mean",)),
    (r".*(standard|norm|scaled|z_?scor).*", ("standardised", *_READY)),
    (r"x|sample|x_?i|point|observation|obs|row|example|query|new_?(x|point|sample)", _LETTERS["x"]),
    (
        r"(new_|test_|one_|the_)?(image|img|face|im|pic(ture)?|digit)(_vec(tor)?|_flat)?",
        ("each centered", "each sample", *_DATA),
    ),
    (r"x_?(train|test|new|val)|x\w*|.*data.*|.*dataset.*|.*matrix|mat|.*samples|.*features|arr(ay)?|inputs?|.*images"
     r"|.*faces|imgs?|obs\w*|observations|points|df|frame|table|values?_?matrix|points?|batch\w*|chunk|rows", _DATA),
)  # fmt: skip
_SORTS = r".*(sort|order|select|choose|pick|top|leading|largest|rank|reduce_eig).*"
_COVARIANCES = r"(?<!re)(?<!dis)cov|scatter|corr(el|_|$)"
_KERNELS = r"kernel|rbf|gauss|gram"
_MADE = (
    r"model|params?|.*params|state|pca|pca_\w+|results?|fitted|fit|info|out|res|svd|decomp\w*|learned|theta|parts"
    r"|\w*_?dict"
)


def is_made(name: str) -> bool:
    """Whether a name suggests a value that another function of the solution returns."""
    return bool(re.fullmatch(_MADE, name.strip("_").lower()))


def meanings(parameter: Parameter, position: int, function: str = "") -> tuple[str, ...]:
    """The meanings of a parameter's name, most likely first; empty if uninformative."""
    name = parameter.name.strip("_")
    found: tuple[str, ...] = ()
    if len(name) == 1:
        found = _LETTERS.get(name, _LETTERS.get(name.lower(), ()))
        if position == 0 and found[:1] == ("k",) and name not in "kd":
            found = ("X", *found)  # m or n as the first parameter is a matrix
    else:
        for pattern, each in _WORDS:
            if re.fullmatch(pattern, name.lower()):
                found = each
                break
    if re.search(_KERNELS, function.lower()):
        first = ("kernel", "gamma", "width", "number", "X", "centered", "function")
        found = tuple(sorted(found, key=lambda meaning: meaning not in first))
    if re.search(_COVARIANCES, function.lower()):
        found = tuple(sorted(found, key=lambda meaning: meaning in ("scores", "each scores")))
    if re.fullmatch(_SORTS, function.lower()) and set(found) & {"ascending values", "ascending vectors"}:
        found = tuple(sorted(found, key=lambda meaning: not meaning.startswith("ascending")))
    if found[:1] and found[0] in _ARRAYS and type(parameter.default) is int:
        # no array is a whole number by default
        found = ("batch",) if re.match(r"batch|chunk|block", name.lower()) else ("k", *found)
    if position and re.search(r"new|test|val(id(ation)?)?$|query|unseen|other", name.lower()) and "X" in found:
        found = ("new X", *found)  # beside the data
    if position and found and found[0] in _ARRAYS and len(name) == 1:
        found = (*found[:4], "k", *found[4:])
    if "share" in found and isinstance(parameter.default, float) and 0 < parameter.default < 1:
        found = ("share", *found)
    return tuple(dict.fromkeys(found))


def argument(meaning: str) -> Argument:
    """The argument for a meaning; raises KeyError."""
    return _KNOWN[meaning]
