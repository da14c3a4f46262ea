import { type PayClient, payClientWords } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import './pay-client.css'

/** How a sale was paid: the channel's colour and name. */
export function PayClientTag({ client }: { client: PayClient }) {
  const name = useT(payClientWords)
  return (
    <span className="sw-pay-client" data-client={client}>
      <i aria-hidden="true" />
      {name(client)}
    </span>
  )
}
