/** Where merchants read what they agree to when they sign up: both pages or none. */
import { z } from 'zod'

import { type Env, parseSettings, urlOf } from './settings.ts'

/** Addresses of pages, or paths of this server. */
export type TermsPages = { terms: string; privacy: string }

const address = z
  .string('is needed with the other page')
  .refine(
    (value) => /^\/[^/]/.test(value) || /^https?:$/.test(urlOf(value)?.protocol ?? ''),
    'must begin with https://, http:// or /',
  )

const Terms = z
  .object({ TERMS_URL: address, PRIVACY_URL: address })
  .transform((env): TermsPages => ({ terms: env.TERMS_URL, privacy: env.PRIVACY_URL }))

/** A page of the console that says what a visitor of the demo should know. */
const ofTheDemo: TermsPages = { terms: '/demo-terms.html', privacy: '/demo-terms.html#privacy' }

export function termsIn(set: Env, demo: boolean): TermsPages | undefined {
  if (set['TERMS_URL'] !== undefined || set['PRIVACY_URL'] !== undefined) return parseSettings(Terms, set)
  return demo ? ofTheDemo : undefined
}
