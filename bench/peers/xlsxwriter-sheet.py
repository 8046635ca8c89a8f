"""The same 100,000 rows of ten cells by XlsxWriter with constant_memory, into a file that nobody keeps.

As Kontor does: a bold head that stays, a filter, dates and times that are real ones, texts beside their cells.
"""

import datetime
import json
import sys
import tempfile

import xlsxwriter

FORMATS = {
    "text": "@",
    "general": "General",
    "number": "General",
    "date": "dd.mm.yyyy",
    "time": "hh:mm",
    "duration": "[h]:mm",
    "datetime": "dd.mm.yyyy hh:mm",
}
DAY = datetime.datetime(2026, 11, 21)


def write(types, rows, name):
    book = xlsxwriter.Workbook(name, {"constant_memory": True})
    sheet = book.add_worksheet("Zeiten")
    head = book.add_format({"bold": True})
    looks = [book.add_format({"num_format": FORMATS[kind]}) for kind in types]
    sheet.freeze_panes(1, 0)
    sheet.autofilter(0, 0, rows, len(types) - 1)
    for column in range(len(types)):
        sheet.write_string(0, column, f"Spalte {column}", head)
    for row in range(rows):
        minute = row % 60
        at = row + 1
        sheet.write_string(at, 0, f"Nachname {row % 3000}, Vorname", looks[0])
        sheet.write_string(at, 1, f"P{row}", looks[1])
        sheet.write_datetime(at, 2, DAY, looks[2])
        sheet.write_datetime(at, 3, datetime.time(8, minute), looks[3])
        sheet.write_datetime(at, 4, datetime.time(17, minute), looks[4])
        sheet.write_number(at, 5, (480 + minute) / 1440, looks[5])
        sheet.write_string(at, 6, "Aufbau & Technik", looks[6])
        if row % 7:
            sheet.write_number(at, 7, row, looks[7])
        else:
            sheet.write_string(at, 7, "frei", looks[7])
        sheet.write_datetime(at, 8, DAY.replace(hour=12, minute=minute), looks[8])
        sheet.write_number(at, 9, row / 4, looks[9])
    book.close()


print('"ready"', flush=True)
for line in sys.stdin:
    order = json.loads(line)
    with tempfile.NamedTemporaryFile(suffix=".xlsx") as file:
        write(order["types"], order["rows"], file.name)
        print(file.seek(0, 2), flush=True)
