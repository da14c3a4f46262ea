import { quantityTypes } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { useTellUndoable } from '../../entities/refill/api.ts'
import { ConfirmAction } from '../../entities/command/confirm-action.tsx'
import { isParted, numbersOf, type PartedSlot } from '../../entities/slot/slot-shelves.ts'
import { slotWords } from '../../entities/slot/slot-words.ts'
import { useSetQuantity } from './api.ts'
import './count-dialog.css'
import { type SlotsDialogProps, useAskedSlots } from './slot-dialogs.tsx'

/** Takes over the machine's counts. The call changes all of the listed slots or, if it is refused, none of them. */
export function CountDialog(props: SlotsDialogProps) {
  const { onDone, onClose } = props
  const { sn } = props.device
  const t = useT(slotWords)
  const { mutateAsync } = useSetQuantity()
  const tell = useTellUndoable()
  const { slots, revs, confirm } = useAskedSlots(props)
  const parted = slots.filter(isParted)
  return (
    <ConfirmAction
      title={t('countTitle', { count: parted.length })}
      confirmLabel={t('countDo')}
      disabled={parted.length === 0}
      onConfirm={async () => {
        const which = { channel_sn: numbersOf(parted), revs }
        const { refill } = await confirm(() => mutateAsync({ sn, type: quantityTypes.count, ...which }))
        tell(t('counted'), refill)
        onDone()
      }}
      onClose={onClose}
    >
      <p>{t(parted.length === 0 ? 'countNothing' : 'countText')}</p>
      {parted.length > 0 && <Counts slots={parted} />}
    </ConfirmAction>
  )
}

function Counts({ slots }: { slots: readonly PartedSlot[] }) {
  const t = useT(slotWords)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <div className="sw-counts" role="region" aria-label={t('countList')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('countSlot')}</th>
            <th scope="col">{t('countGoods')}</th>
            <th scope="col">{t('countBooks')}</th>
            <th scope="col">{t('countDevice')}</th>
          </tr>
        </thead>
        <tbody>
          {slots.map(({ channel_sn: number, goods, quantity, counted }) => (
            <tr key={number}>
              <th scope="row">{number}</th>
              <td>{goods?.title}</td>
              <td className="sw-figures">{quantity}</td>
              <td className="sw-figures">{counted}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
