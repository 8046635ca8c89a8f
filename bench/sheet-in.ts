// The first sheet of a workbook as it stands in its archive, by what the archive's directory says of it.
import { crc32, inflateRawSync } from 'node:zlib'

export function sheetIn(archive: Buffer): { xml: string; sum: number } {
  const end = archive.length - 22
  let at = archive.readUInt32LE(end + 16)
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    const [packed, length] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)]
    const offset = archive.readUInt32LE(at + 42)
    if (archive.toString('utf8', at + 46, at + 46 + length) === 'xl/worksheets/sheet1.xml') {
      const begin = offset + 30 + archive.readUInt16LE(offset + 26)
      const bytes = inflateRawSync(archive.subarray(begin, begin + packed))
      return { xml: bytes.toString(), sum: crc32(bytes) }
    }
    at += 46 + length
  }
  throw new Error('there is no sheet in it')
}
