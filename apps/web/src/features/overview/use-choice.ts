import { useAddressParams } from '../../lib/address-params.ts'

/** A switch of the page, in the address, so that reload and a shared link show the same. */
export function useChoice<Option extends string>(
  name: string,
  options: readonly Option[],
  standing: Option,
): [Option, (next: Option) => void] {
  const [params, setParams] = useAddressParams()
  const chosen = options.find((option) => option === params.get(name)) ?? standing
  const choose = (next: Option): void =>
    setParams(
      (now) => {
        const changed = new URLSearchParams(now)
        if (next === standing) changed.delete(name)
        else changed.set(name, next)
        return changed
      },
      { replace: true, preventScrollReset: true },
    )
  return [chosen, choose]
}
