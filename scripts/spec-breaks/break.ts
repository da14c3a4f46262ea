/** Row of the map, source file, the text to replace (found once in the file), and what makes the statement false. */
export type Break = readonly [row: string, file: string, find: string, put: string]
