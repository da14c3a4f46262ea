/** A statement that is not believed. Nothing of such a file is used. */
export class BadStatement extends Error {
  readonly line: number | undefined

  constructor(why: string, line?: number) {
    super(line === undefined ? why : `line ${line}: ${why}`)
    this.line = line
  }
}

/** The file names another account than the one whose statement it should be. */
export class OtherAccount extends BadStatement {
  readonly named: string

  constructor(named: string, expected: string, line: number) {
    super(`the file is of the account ${named}, not of ${expected}`, line)
    this.named = named
  }
}

/** Refuses a file that names another account than the one whose statement it should be. */
export function demandAccount(named: string, expected: string | undefined, line: number): void {
  if (expected !== undefined && named !== expected) throw new OtherAccount(named, expected, line)
}
