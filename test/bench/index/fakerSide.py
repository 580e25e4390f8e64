"""Prints as many people as asked, a line each: name, street, postcode, city and phone number between tabs."""
import sys

from faker import Faker

LOCALES = ["en_US", "en_GB", "de_DE", "fr_FR", "es_ES", "it_IT", "pl_PL", "nl_NL"]
makers = [Faker(locale) for locale in LOCALES]
Faker.seed(42)
for place in range(int(sys.argv[1])):
    maker = makers[place % len(makers)]
    values = maker.name(), maker.street_address(), maker.postcode(), maker.city(), maker.phone_number()
    print("\t".join(" ".join(value.split()) for value in values))
