/** The fixed parts of a workbook (ECMA-376, transitional), apart from the sheets. */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const documentRels = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRels = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types'
const extendedProperties = 'http://schemas.openxmlformats.org/officeDocument/2006/extended-properties'
const mimePrefix = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Indexes into `cellXfs` of the style sheet below. */
export const style = { text: 1, header: 2, money: 3, datetime: 4, date: 5 } as const

export const packageRelations = `${declaration}<Relationships xmlns="${packageRels}"><Relationship Id="rId1" Type="${documentRels}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="${documentRels}/extended-properties" Target="docProps/app.xml"/></Relationships>`

export const properties = `${declaration}<Properties xmlns="${extendedProperties}"><Application>Slotwise</Application></Properties>`

/** Text has number format 49 ("@"), so that phones and card numbers stay text when a user edits a cell. */
export const styles = `${declaration}<styleSheet xmlns="${main}">\
<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="6">\
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>\
<xf numFmtId="2" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
</cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>\
</styleSheet>`

export function workbook(sheetNames: string[]): string {
  const sheets = sheetNames.map(
    (name, i) => `<sheet name="${xmlText(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  )
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${documentRels}"><sheets>${sheets.join('')}</sheets></workbook>`
}

export function workbookRelations(sheetCount: number): string {
  const sheets = counted(
    sheetCount,
    (n) => `<Relationship Id="rId${n}" Type="${documentRels}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  )
  return `${declaration}<Relationships xmlns="${packageRels}">${sheets}<Relationship Id="rId${sheetCount + 1}" Type="${documentRels}/styles" Target="styles.xml"/><Relationship Id="rId${sheetCount + 2}" Type="${documentRels}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`
}

export function contentTypeList(sheetCount: number): string {
  const sheets = counted(
    sheetCount,
    (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${mimePrefix}.worksheet+xml"/>`,
  )
  return `${declaration}<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${mimePrefix}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${mimePrefix}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${mimePrefix}.sharedStrings+xml"/><Override PartName="/docProps/app.xml" ContentType="application/vnd.openxmlformats-officedocument.extended-properties+xml"/>${sheets}</Types>`
}

/** The XML of a sheet before its first row. Only the first sheet is the selected tab. */
export function sheetStart(first: boolean, columnWidths: number[]): string {
  const columns = columnWidths.map(
    (width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  )
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView${first ? ' tabSelected="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews>${columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData>`
}

/** The XML of a sheet after its last row. `filtered` is the range of its header and rows, `A1:C9`. */
export const sheetEnd = (filtered: string | undefined): string =>
  `</sheetData>${filtered === undefined ? '' : `<autoFilter ref="${filtered}"/>`}</worksheet>`

export const sharedStringsStart = (count: number): string =>
  `${declaration}<sst xmlns="${main}" uniqueCount="${count}">`

export const sharedStringsEnd = '</sst>'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // An unescaped carriage return would be read back as a line feed.
  '\r': '&#13;',
}

/** Escapes text for an element or an attribute. Text that looks like an escape of the format ("_x000D_") stays text. */
export function xmlText(text: string): string {
  return text
    .replace(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_')
    .replace(/[&<>"\r]/g, (character) => entities[character] ?? '')
}

function counted(count: number, item: (n: number) => string): string {
  return Array.from({ length: count }, (_, i) => item(i + 1)).join('')
}
