type KindCountsProps<Kind extends string> = {
  kinds: readonly Kind[]
  counts: Readonly<Record<Kind, number>>
  chosen: Kind | undefined
  onChoose: (kind: Kind | undefined) => void
  nameOf: (kind: Kind) => string
  /** What a button says: of a kind for screen readers, and in short what a press does. */
  label: (name: string, count: number) => string
  title: (isChosen: boolean) => string
}

/** How many records there are of each kind, as parts of a list of terms. A press shows only those of a kind, another all. */
export function KindCounts<Kind extends string>({
  kinds,
  counts,
  chosen,
  onChoose,
  nameOf,
  label,
  title,
}: KindCountsProps<Kind>) {
  return kinds.map((kind) => (
    <div key={kind}>
      <dt>{nameOf(kind)}</dt>
      <dd className="sw-figures">
        {counts[kind] === 0 && chosen !== kind ? (
          0
        ) : (
          <button
            type="button"
            className="sw-text-button"
            aria-pressed={chosen === kind}
            aria-label={label(nameOf(kind), counts[kind])}
            title={title(chosen === kind)}
            onClick={() => onChoose(chosen === kind ? undefined : kind)}
          >
            {counts[kind]}
          </button>
        )}
      </dd>
    </div>
  ))
}
