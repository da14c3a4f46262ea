/** A statement that is not believed. Nothing of such a file is used. */
export class BadStatement extends Error {
  constructor(why: string, line?: number) {
    super(line === undefined ? why : `line ${line}: ${why}`)
  }
}

/** Refuses a file that names another account than the one whose statement it should be. */
export function demandAccount(named: string, expected: string | undefined, line: number): void {
  if (expected !== undefined && named !== expected)
    throw new BadStatement(`the file is of the account ${named}, not of ${expected}`, line)
}
