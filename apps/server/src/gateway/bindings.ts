export type Binding = { tenantId: string; deviceId: string }

/** Gateways are told of every change; this is for the day when that word is lost. */
const freshMs = 60_000
const most = 20_000

/** Whose a machine is, without a question to the database for each of its messages. */
export function rememberBindings(lookUp: (sn: string) => Promise<Binding | undefined>) {
  const known = new Map<string, { binding: Promise<Binding | undefined>; until: number }>()
  /** Those that have been looked up and are still fresh. */
  const found = new Map<string, { binding: Binding; until: number }>()
  function forget(sn: string): void {
    known.delete(sn)
    found.delete(sn)
  }

  return {
    /** Without waiting; undefined when it has to be looked up, or belongs to nobody. */
    known(sn: string): Binding | undefined {
      const one = found.get(sn)
      return one && one.until > performance.now() ? one.binding : undefined
    },
    of(sn: string): Promise<Binding | undefined> {
      const now = performance.now()
      const until = now + freshMs
      const asked = known.get(sn)
      if (asked && asked.until > now) return asked.binding
      if (known.size >= most) this.forgetAll()
      const binding = lookUp(sn)
      known.set(sn, { binding, until })
      binding.then(
        // Somebody may have said meanwhile that it is not so any more.
        (one) => one && known.get(sn)?.binding === binding && found.set(sn, { binding: one, until }),
        () => forget(sn),
      )
      return binding
    },
    forget,
    forgetAll(): void {
      known.clear()
      found.clear()
    },
  }
}
