"""The instructor's own module, which students import."""


class problem:
    @staticmethod
    def tag(name, start_line=0):
        return lambda function: function


def load_dataset(name):
    raise FileNotFoundError(f"{name} is not part of this example")
