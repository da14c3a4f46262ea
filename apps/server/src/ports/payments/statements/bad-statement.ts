/** A statement that is not believed. Nothing of such a file is used. */
export class BadStatement extends Error {
  constructor(why: string, line?: number) {
    super(line === undefined ? why : `line ${line}: ${why}`)
  }
}
