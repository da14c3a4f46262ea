/** Whether a client takes this encoding: named in its `accept-encoding`, or by `*`, and not with the weight 0. */
export function accepts(header: string | undefined, encoding: 'br' | 'gzip'): boolean {
  const weights = new Map<string, number>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...params] = part.split(';').map((word) => word.trim())
    const weight = params.find((param) => param.startsWith('q='))?.slice(2)
    weights.set(name, weight === undefined ? 1 : Number(weight))
  }
  return (weights.get(encoding) ?? weights.get('*') ?? 0) > 0
}
