import { pushMark } from './push-mark.ts'

/** Longer than the server usually takes to forget a browser; the user does not wait for more. */
const waitMs = 2_000

/**
 * Called before a logout, while there is a session to tell the server by: a browser in which no account is signed in shows
 * no messages. A failure does not keep the user from logging out.
 */
export async function endPush(): Promise<void> {
  if (!pushMark()) return
  const ended = import('./push.ts').then(({ turnOffPush }) => turnOffPush())
  const timeout = new Promise((resolve) => setTimeout(resolve, waitMs))
  await Promise.race([ended.catch(() => undefined), timeout])
}
