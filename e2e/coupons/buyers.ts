import type { Coupon } from '@slotwise/contract'

/** Receives a coupon as a new browser does that presses the button of its page. */
export async function receiveByForm(
  { url }: Pick<Coupon, 'url'>,
  address: string,
  cardno = '',
): Promise<void> {
  const headers = { 'x-forwarded-for': address }
  const [cookie = ''] = (await fetch(url, { headers })).headers.get('set-cookie')?.split(';') ?? []
  const { status } = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...headers, cookie, origin: new URL(url).origin },
    body: new URLSearchParams({ cardno }),
  })
  if (status !== 303) throw new Error(`not received: ${status}`)
}
