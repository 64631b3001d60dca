import numpy as np
from utils import problem


@problem.tag("hw4-A")
def calculate_eigen(demean_data):
    _, s, Vt = np.linalg.svd(demean_data, full_matrices=True)
    values = np.zeros(demean_data.shape[1])
    values[: len(s)] = s[: len(values)] ** 2 / len(demean_data)
    return values, Vt.T


@problem.tag("hw4-A")
def reconstruct_demean(uk, demean_data):
    projector = uk @ uk.T
    return demean_data @ projector


@problem.tag("hw4-A")
def reconstruction_error(uk, demean_data):
    return np.mean([np.sum((x - uk @ (uk.T @ x)) ** 2) for x in demean_data])
