/** The first size at which entries are dropped. */
const firstLook = 1_000

type IsNeeded<Value> = (sn: string, value: Value) => boolean

/**
 * A map with entries of machines that does not grow with every machine that ever connected. Whenever it has grown to
 * twice of what was needed, it drops the entries that are not needed any more. `look` is called once each time.
 */
export class PrunedMap<Value> extends Map<string, Value> {
  readonly #look: () => IsNeeded<Value>
  #nextLook = firstLook

  constructor(look: () => IsNeeded<Value>) {
    super()
    this.#look = look
  }

  override set(sn: string, value: Value): this {
    if (this.size >= this.#nextLook && !this.has(sn)) this.#prune()
    return super.set(sn, value)
  }

  #prune(): void {
    const isNeeded = this.#look()
    for (const [sn, value] of this) if (!isNeeded(sn, value)) this.delete(sn)
    this.#nextLook = Math.max(firstLook, this.size * 2)
  }
}
