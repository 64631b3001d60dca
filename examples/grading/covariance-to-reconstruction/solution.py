"""Eigenvectors of the covariance matrix, and reconstructions of centred data with their error."""

import numpy as np
from utils import problem


@problem.tag("hw4-A")
def calculate_eigen(demean_data):
    covariance = demean_data.T @ demean_data / len(demean_data)
    values, vectors = np.linalg.eigh(covariance)
    return values[::-1], vectors[:, ::-1]


@problem.tag("hw4-A")
def reconstruct_demean(uk, demean_data):
    return demean_data @ uk @ uk.T


@problem.tag("hw4-A")
def reconstruction_error(uk, demean_data):
    difference = demean_data - reconstruct_demean(uk, demean_data)
    return np.sum(difference**2) / len(demean_data)


@problem.tag("hw4-A", start_line=1)
def main():
    from utils import load_dataset

    (train, _), _ = load_dataset("mnist")
    print(calculate_eigen(train - train.mean(axis=0))[0][:10])


if __name__ == "__main__":
    main()
