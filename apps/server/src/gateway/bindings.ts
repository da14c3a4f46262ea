export type Binding = { tenantId: string; deviceId: string }

/** Gateways are notified of every change; this limits the damage when a notification is lost. */
const freshMs = 60_000
const most = 20_000

/** The merchant of each machine, or its merchants, cached so that not every message needs a query. */
export function rememberBindings<T = Binding>(lookUp: (sn: string) => Promise<T | undefined>) {
  const known = new Map<string, { binding: Promise<T | undefined>; until: number }>()
  /** Bindings that have been looked up and are still fresh. */
  const found = new Map<string, { binding: T; until: number }>()
  function forget(sn: string): void {
    known.delete(sn)
    found.delete(sn)
  }

  return {
    /** Does not wait. Undefined when the binding has to be looked up, or when the machine is unbound. */
    known(sn: string): T | undefined {
      const one = found.get(sn)
      return one && one.until > performance.now() ? one.binding : undefined
    },
    of(sn: string): Promise<T | undefined> {
      const now = performance.now()
      const until = now + freshMs
      const asked = known.get(sn)
      if (asked && asked.until > now) return asked.binding
      if (known.size >= most) this.forgetAll()
      const binding = lookUp(sn)
      known.set(sn, { binding, until })
      binding.then(
        // Only if the binding was not forgotten while it was being looked up.
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
