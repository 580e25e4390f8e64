"""Prints Python's own tables of encodings as JSON: of each encoding the bytes, as hexadecimal digits, of its characters."""

import json
import sys

CODECS = {
    "windows-1252": "cp1252",
    "iso-8859-1": "latin-1",
    "iso-8859-15": "iso8859-15",
    "macintosh": "mac-roman",
    "ibm850": "cp850",
    "ibm437": "cp437",
    "windows-1250": "cp1250",
    "iso-8859-2": "iso8859-2",
    "windows-1251": "cp1251",
    "koi8-r": "koi8-r",
    "ibm866": "cp866",
    "shift_jis": "cp932",
    "euc-jp": "euc-jp",
}
BMP = [chr(code) for code in range(0x80, 0xD800)] + [chr(code) for code in range(0xE000, 0x10000)]


def table(codec):
    result = {}
    for character in BMP:
        try:
            result[character] = character.encode(codec).hex()
        except UnicodeEncodeError:
            pass
    return result


json.dump({name: table(codec) for name, codec in CODECS.items()}, sys.stdout)
