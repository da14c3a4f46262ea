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
  z.refine<Draft>(holds, {
    path: [path],
    error,
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
