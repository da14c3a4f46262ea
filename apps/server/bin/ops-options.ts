import type { Deps } from '../src/kernel/ctx.ts'

/** The options of a command of the operator. */
export type Options = Record<string, string | undefined>
export type Command = {
  usage: string
  what: string
  /** The options that the words after its name are. */
  operands?: readonly string[]
  run(deps: Deps, options: Options): Promise<void>
}

export const need = (options: Options, name: string): string => {
  const value = options[name]
  if (!value) throw new Error(`--${name} is missing`)
  return value
}
