/** For tests: generated files, and a second reader that is independent of the product's. */
export { makeSheet } from './make-xlsx.ts'
export { readXlsx } from './read-xlsx.ts'
