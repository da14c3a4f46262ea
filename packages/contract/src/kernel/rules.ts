import { z } from 'zod'

/**
 * A rule between fields that is judged even while other fields are still wrong, so that a form can show it as soon
 * as the user leaves the field. `holds` therefore sees a draft: any field may be missing.
 */
export const always = <Draft extends object>(
  holds: (draft: Draft) => boolean,
  path: string,
  error: `v:${string}`,
) =>
  z.refine<Draft>((draft) => judge(holds, draft), {
    path: [path],
    error,
    when: ({ value }) => typeof value === 'object' && value !== null,
  })

/** Fields that are wrong by themselves may hold anything, even what cannot be compared; they are told on their own. */
function judge<Draft>(holds: (draft: Draft) => boolean, draft: Draft): boolean {
  try {
    return holds(draft)
  } catch {
    return true
  }
}
