"""R12: the HTML that a browser prints for the same document, printed by WeasyPrint in a process that stays."""

import json
import sys

from weasyprint import HTML

print('"ready"', flush=True)
for line in sys.stdin:
    pdf = HTML(string=json.loads(line)["html"]).write_pdf()
    print(len(pdf), flush=True)
