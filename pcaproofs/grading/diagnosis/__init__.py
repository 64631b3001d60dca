"""What a student did, not only that it differs."""

from .catalogue import CATALOGUE
from .diagnose import Rerun, diagnose
from .model import Diagnosis, Example, Mistake, Picture

__all__ = ["CATALOGUE", "Diagnosis", "Example", "Mistake", "Picture", "Rerun", "diagnose"]
