"""What is said of symptoms: a name, what is seen, what to do, why it is wrong, and a claim.

The texts may have words in braces. Names are those of mistakes that are not in the catalogue; two rows of one name have
keys of their own, behind a slash.
"""

from pcaproofs.grading.diagnosis.model import Mistake

_STOPS = "A program that stops returns nothing."
_POSITION = "Results are identified by position."
_NEW_SAMPLES = "New samples are described in the coordinates of the data before: a single one would be 0 otherwise."

# fmt: off
_ROWS: dict[str, tuple[str, ...]] = {
    # how runs end
    "syntax-error": ("is no valid Python",
        "{said} Run the file before you hand it in.", "A file with a syntax error does not run at all."),
    "newer-python": ("needs a newer Python than this grader's",
        "{said}. Your file may be right: write this part as older versions have it, or ask the course staff which "
        "version counts.", "A syntax that a version does not know yet stops it from reading the file."),
    "not-available-here": ("uses processes in a way that this grader does not allow",
        "{said}. Compute it in one process, or with `multiprocessing.Pool(2)`.",
        "Programs that are graded run apart from everything else."),
    "outdated-name": ("uses something that newer versions of Python or its libraries have removed",
        "{said} It ran with older versions; those here are newer.",
        "Names that are removed are not found by newer versions, and a program that stops returns nothing."),
    "import-fails": ("imports a module that is not there",
        "{said} Use what the assignment allows (numpy), and hand in all files that you import.",
        "What an import does not find stops the program."),
    "not-written": ("is not written yet",
        "The line shown raises a NotImplementedError, as templates do. Write the function, and delete this line.",
        _STOPS),
    "own-check-fails": ("stops at a check of its own",
        "The line shown is a check in your own code, and it fails ({said}). If it checks a result, the result is wrong "
        "on these data: print it before the line. If it refuses the data, leave it out, because the assignment gives "
        "such data.", _STOPS),
    "function-missing": ("does not define {name}",
        "The assignment calls {name}. Define it under exactly this name, at the top level of the file.",
        "What has another name cannot be called."),
    "undefined-name": ("uses {name}, which is not defined",
        "{name} is used but never defined. Write it, or import it.",
        "Python knows only names that were defined or imported before they are used."),
    "too-slow": ("does not come to an end in time",
        "{limit}Look for a loop that never ends, or an iteration whose stopping test is never met: give it a largest "
        "number of rounds.", "An iteration may converge slowly, or never, where two variances are nearly equal.",
        "deflation.same-as-eigh"),
    "too-much-memory": ("asks for more memory than is available",
        "{limit}Do you build an array with one axis too many, or an array that grows in a loop?",
        "PCA of n samples of p features needs arrays of n×p and p×p, not more."),
    "output-limit": ("prints too much",
        "{limit}Return values from your function; printing is not needed, and nothing else is read.",
        "Only what the function returns is graded."),
    "forged": ("returns something that is not an answer",
        "{limit}Return values from your function; printing is not needed, and nothing else is read.",
        "Only what the function returns is graded."),
    "ends-the-process": ("ends the Python process",
        "Do you call exit() or quit(), or recurse without end? Return from the function instead.",
        "A program that ends returns nothing."),
    "stops-with-error": ("stops with {kind}",
        "{said} Run your function on the example below and follow the error from its line.", _STOPS),
    # errors of the student's own lines
    "stacks-a-generator": ("stacks a generator where numpy wants a list",
        "{said} Put brackets round it: `np.hstack([v for v in vectors])`, and the same for `vstack` and "
        "`column_stack`.",
        _STOPS),
    "array-of-unequal-parts": ("makes an array of parts with different shapes",
        "{said} A number and a vector do not go into one array. Keep pairs in a list, and make an array of the vectors "
        "alone; or sort with `order = np.argsort(values)[::-1]`, then `V[:, order]`.", _STOPS),
    "other-arguments": ("calls a function with the wrong arguments",
        "{said} Compare the line with the first line of the function that it calls (of a method, `self` comes first).",
        _STOPS),
    "uses-none": ("continues with a result that is None",
        "{said} Something that was called before returns nothing: is there a return at its end?", _STOPS),
    "other-number-unpacked": ("unpacks the wrong number of results",
        "{said} Count the names on the left of the line, and what the function on its right returns.", _STOPS),
    "attribute-missing/own": ("uses an attribute that the object does not have",
        "{said} Is the name spelled right, was it set before (on `self`), and is the object what you think it is?",
        _STOPS),
    # errors of the call
    "in-place-on-integers": ("writes fractions into its data in place",
        "Operations such as `X -= …` and `X /= …` write into X itself, and an array of whole numbers cannot hold "
        "fractions. Make a new array: `X = X - {mean}`.",
        "In-place arithmetic keeps the type of the array, and changes the caller's data too.",
        "centering.centred-data"),
    "other-signature": ("cannot be called as the assignment calls it",
        "{said} The assignment calls it like this: {call}", "A function must take the arguments that it is given."),
    "returns-nothing": ("returns nothing",
        "Your function ends without return, so its result is None. Return what the assignment asks for: {call}",
        "Printing a result is not returning it."),
    "other-number-of-results": ("returns a different number of results than the assignment asks for",
        "{said} The assignment takes them like this: {call}", _POSITION),
    "other-number-of-results/many": ("returns a different number of results than the assignment asks for",
        "{said} The assignment takes them like this: {call}. A single array counts as one result for each of its rows.",
        _POSITION),
    "attribute-missing": ("lacks a method or attribute",
        "{said} The assignment uses it like this: {call}", "What has another name cannot be found."),
    "mean-without-its-axis": ("subtracts the mean along the wrong axis",
        "`X.mean(axis=1)` has lost its axis, so numpy lays it along the rows. Keep it: `X - {mean}`.",
        "Shapes are matched from the last axis on.", "moments.orientation"),
    "shapes-do-not-fit": ("combines arrays whose shapes do not fit",
        "{said} Print the shapes: samples are {sample}s, features {feature}s, so the mean is `{mean}` and the "
        "covariance `{cov}`.", "Which axis is summed over decides what shape comes out.", "moments.orientation"),
    "index-out-of-range": ("uses an index that does not exist",
        "{said} Slices such as V[:, :k] never run out of range; single indices do.",
        "There may be fewer components or samples than the code takes for granted."),
    "matrix-not-fit/nan": ("asks a matrix for something that does not exist",
        "{said} Print the matrix: it contains nan or inf. Does the code divide by a length that is 0?",
        "A matrix with nan or inf in it has no eigenvalues."),
    "matrix-not-fit/square": ("asks a matrix for something that does not exist",
        "{said} Print its shape: the covariance matrix has a row and a column for each feature.",
        "Only square matrices have eigenvalues.", "moments.orientation"),
    "matrix-not-fit/inverse": ("asks a matrix for something that does not exist",
        "{said} PCA needs no inverse: take eigenvectors of the covariance or the SVD of the centred data.",
        "With fewer samples than features the covariance matrix has no inverse.", "moments.covariance-kernel"),
    # results and their places
    "other-number-of-results/few": ("returns fewer results than the assignment asks for",
        "The assignment takes the results like this: {call}. Return {roles} as well, in this order.", _POSITION),
    "returns-more": ("returns several results where one is asked for",
        "The assignment takes one result: {call}. Return this one alone.", _POSITION, "moments.orientation"),
    "no-value": ("gives no value for {what}",
        "{said} The assignment takes it from `{code}`.", "Results are found by name and position."),
    "results-exchanged": ("returns its results in a different order than the assignment expects",
        "Where the assignment takes {what}, you return {other}. It takes them like this: {call}", _POSITION),
    "another-result": ("returns {other} in place of {what}",
        "Where the assignment takes {what}, you return {other}. It takes them from `{code}`.",
        "The two are related but not the same."),
    "depends-on-earlier-calls": ("gives other results once it has been called before",
        "Called after other calls, your code returns something else than when it is called first. Something is kept "
        "between calls: a list or an array of the class or of the module, a default argument that is changed, a global "
        "variable. Make it anew in each call (of a class: in `__init__` or `fit`, as an attribute of `self`).",
        "The same call on the same data should always give the same."),
    # new samples
    "new-samples-less-their-own-mean": ("subtracts the mean of the new samples from new samples",
        "Keep the mean of the data that you fit to (`self.mean = …` in `fit`) and take that one off new samples, too.",
        _NEW_SAMPLES, "projection.affine"),
    "new-samples-less-their-own-mean/around": ("subtracts the mean of the new samples from new samples",
        "Keep the mean of the data that you fit to (`self.mean = …` in `fit`), take that one off new samples, too, and "
        "put it back.", _NEW_SAMPLES, "projection.affine"),
    "new-samples-less-their-own-mean/given": ("subtracts the mean of the new samples from new samples",
        "The function is given the mean of the data before (`{given}` in the call). Use this mean for new samples, "
        "too, and compute none in the function.", _NEW_SAMPLES, "projection.affine"),
    "new-samples-not-centred": ("projects new samples without subtracting the mean",
        "Take the mean of the data that you fit to off new samples before you multiply by the components.",
        "The scores of a sample are its coordinates around the mean.", "projection.affine"),
    "new-samples-without-mean": ("does not add the mean back to new samples",
        "You get centred samples back: add the mean of the data that you fit to.",
        "The components go through the mean of the data, and not through 0.", "projection.affine"),
    "fits-again": ("fits again when new samples are transformed",
        "`transform` should use the mean and the components that `fit` has found, and find none of its own.",
        "Scores of old and new samples can only be compared along the same axes.", "projection.affine"),
    # what values look like
    "other-origin": ("projects around a point other than the mean",
        "Your scores are right but for one row that is the same for all samples: what you take off before you project "
        "is not the mean of each feature. Print it beside `{mean}`.",
        "Scores are coordinates from the mean; from another point all of them are moved alike.",
        "explained.uncentred-scores"),
    "other-number-of-components": ("returns a number of components other than k",
        "The components themselves are right, but there are more or fewer than k of them. The caller says how many: "
        "use k, and nothing else (no share of the variance, no number of your own).",
        "The caller decides how many components are kept.", "explained.threshold"),
    "other-number-of-components/share": ("keeps the wrong number of components for the share of variance",
        "The components themselves are right, but there are more or fewer of them than the share that is handed over "
        "needs. Keep the fewest whose shares of the variance, `values / values.sum()`, add up to it.",
        "Shares are of variances, and the fewest components that reach the share are enough.", "explained.threshold"),
    "signs-differ": ("gives scores of another sign than the components that it returns",
        "An axis and its scores change their signs together: the scores are `{scores}` with the W that you return. If "
        "you turn a component, or its scores, turn the other as well.",
        "Either sign is right, but the samples are the mean plus the scores times the components.", "svd.scores"),
    "returns-its-input": ("returns the data as they came for {what}",
        "What you return is X itself: is something still to be written there, or its result dropped?",
        "The data are not their own answer."),
    "other-shape": ("gives {what} another shape than the assignment asks for",
        "{said}", "The order of the axes is part of the answer.", "moments.orientation"),
    "not-finite": ("returns nan or infinity",
        "Somewhere you divide by 0 (a standard deviation, a length, an eigenvalue) or take the root of a number below "
        "0 (an eigenvalue of 0 comes out as −1e-16). Look at where that may happen.",
        "Some variances may be 0: of a constant feature, or beyond the rank of the data.", "moments.covariance-kernel"),
    "complex-results": ("returns complex numbers",
        "`np.linalg.eig` does not know that the covariance matrix is symmetric; `np.linalg.eigh` does, and stays real. "
        "If you use eigh already: is the matrix the covariance?",
        "A symmetric matrix has real eigenvalues and eigenvectors.", "spectral.spectral-theorem"),
    "whole-numbers": ("cuts {what} to whole numbers",
        "They have the type `{dtype}`, which cannot hold a fractional part.{least} Remove what converts to whole "
        "numbers: `astype`, `//`, `round`, an array that was made of whole numbers.",
        "PCA returns real numbers, even for whole-number data."),
    "does-not-use-the-data": ("returns the same whatever the data are",
        "What you return for {what} is the same on all data sets{zero}.", "Each data set has its own components."),
    "axis-of-a-tie-missing": ("omits an axis if variances are equal",
        "All your components are eigenvectors, but where several have the same variance you keep one with less. In an "
        "iteration this happens where it begins with the same vector for each component: all that this vector has of "
        "the equal variances is in the first one, and is taken out with it. Begin each with another vector.",
        "Of m equal eigenvalues there are m eigenvectors at right angles, and all of them go before smaller ones.",
        "trace-objective.rotated-optimum"),
    "other-eigenvectors": ("does not keep the eigenvectors of the largest eigenvalues",
        "All your components are eigenvectors of the covariance matrix, but not the first k by their eigenvalues. Sort "
        "by the eigenvalues: `order = np.argsort(values)[::-1]`, then `V[:, order]`.",
        "Every eigenvector is a stationary point; those of the largest eigenvalues hold the most variance.",
        "stationarity.every-eigenvector"),
}
# fmt: on


def mistake_of(key: str, **words: object) -> Mistake:
    """The mistake of a row, with these words in its braces; raises KeyError where one is missing."""
    title, hint, why, *claim = (text.format(**words) for text in _ROWS[key])
    return Mistake(name=key.partition("/")[0], title=title, hint=hint.lstrip(), why=why, claim="".join(claim))
