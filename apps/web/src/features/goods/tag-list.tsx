/** The merchant's own tags of goods. */
export function TagList({ tags, label }: { tags: readonly string[]; label?: string }) {
  if (tags.length === 0) return null
  return (
    <ul className="sw-tag-list" aria-label={label}>
      {tags.map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
    </ul>
  )
}
