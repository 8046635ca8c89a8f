// The looks of cells, and by which number a cell names its own.
import type { ColumnType } from './input.ts'
import { xmlText } from './text.ts'

const formats: Record<ColumnType, string> = {
  text: '@',
  general: 'General',
  number: 'General',
  date: 'dd\\.mm\\.yyyy',
  time: 'hh:mm',
  duration: '[h]:mm',
  datetime: 'dd\\.mm\\.yyyy\\ hh:mm',
  instant: 'dd\\.mm\\.yyyy\\ hh:mm:ss',
  link: '@',
}
const types = Object.keys(formats) as ColumnType[]
/** Texts that begin like a formula, and texts of several lines, have their own looks. */
const textLooks = [
  { isQuoted: false, wraps: false },
  { isQuoted: true, wraps: false },
  { isQuoted: false, wraps: true },
  { isQuoted: true, wraps: true },
]
const FIRST_FORMAT = 164

const FIRST_HEAD = 1
const FIRST_TEXT = 3
const FIRST_VALUE = FIRST_TEXT + textLooks.length

export const headStyle = (isQuoted: boolean) => FIRST_HEAD + Number(isQuoted)
export const textStyle = (isQuoted: boolean, wraps: boolean) =>
  FIRST_TEXT + textLooks.findIndex((look) => look.isQuoted === isQuoted && look.wraps === wraps)
export const valueStyle = (type: ColumnType) => FIRST_VALUE + types.indexOf(type)

const plain = 'fontId="0" fillId="0" borderId="0" xfId="0"'
const linked = 'fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"'
const quoted = ' quotePrefix="1"'
const top = '<alignment vertical="top"/>'
const wrapped = '<alignment vertical="top" wrapText="1"/>'

const formatId = (type: ColumnType) =>
  formats[type] === 'General' ? 0 : formats[type] === '@' ? 49 : FIRST_FORMAT + types.indexOf(type)

const ownFormats = types
  .filter((type) => formatId(type) >= FIRST_FORMAT)
  .map((type) => `<numFmt numFmtId="${formatId(type)}" formatCode="${xmlText(formats[type])}"/>`)

const looks = [
  `<xf numFmtId="0" ${plain}/>`,
  ...['', quoted].map(
    (prefix) =>
      `<xf numFmtId="49" fontId="1" fillId="2" borderId="1" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"${prefix}>${wrapped}</xf>`,
  ),
  ...textLooks.map(
    ({ isQuoted, wraps }) =>
      `<xf numFmtId="49" ${plain} applyNumberFormat="1" applyAlignment="1"${isQuoted ? quoted : ''}>${wraps ? wrapped : top}</xf>`,
  ),
  ...types.map(
    (type) =>
      `<xf numFmtId="${formatId(type)}" ${type === 'link' ? linked : plain} applyNumberFormat="1" applyAlignment="1">${top}</xf>`,
  ),
]

export const styles = [
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
  `<numFmts count="${ownFormats.length}">${ownFormats.join('')}</numFmts>`,
  '<fonts count="3"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  '<font><u/><sz val="11"/><color rgb="FF0A5A9C"/><name val="Calibri"/><family val="2"/></font></fonts>',
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFE4EAF2"/><bgColor indexed="64"/></patternFill></fill></fills>',
  '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>',
  '<border><left/><right/><top/><bottom style="thin"><color rgb="FF5A6B82"/></bottom><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${looks.length}">${looks.join('')}</cellXfs>`,
  '<cellStyles count="1"><cellStyle name="Standard" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('')
