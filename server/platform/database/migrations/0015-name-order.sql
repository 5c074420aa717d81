-- Names in the order in which people look them up: ICU's root order, numbers by their value ('Branch 2' before 'Branch 10').
create collation names (provider = icu, locale = 'und-u-kn');
