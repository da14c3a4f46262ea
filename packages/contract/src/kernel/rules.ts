import { z } from 'zod'

/**
 * A rule between fields that is checked even while other fields are invalid, so that a form can show it as soon as the
 * user leaves the field. `holds` therefore gets a draft: any field may be missing.
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

/**
 * Invalid fields may hold values that cannot be compared; the rule then counts as kept, because they are reported on
 * their own.
 */
function judge<Draft>(holds: (draft: Draft) => boolean, draft: Draft): boolean {
  try {
    return holds(draft)
  } catch {
    return true
  }
}
