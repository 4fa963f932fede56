# SPDX-License-Identifier: Apache-2.0
"""Names of C as Swift has them."""


def camel(text):
    first, *rest = text.replace("-", "_").split("_")
    return first + "".join(word.capitalize() for word in rest)


def pascal(text):
    return text[:1].upper() + camel(text)[1:]
