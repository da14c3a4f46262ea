import {
  capabilities,
  type Channel,
  type Device,
  deviceCalls,
  errorCodes,
  type MachineType,
  machineTypes,
  quantityTypes,
} from '@slotwise/contract'
import { useId, useState } from 'react'

import { CallError } from '../../lib/client.ts'
import { useLocale, useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { usePages } from '../../lib/query.ts'
import { deviceOption } from '../../entities/device/device-picker.tsx'
import {
  pickerOf,
  pickerPageSize,
  type PickerProps,
  RemotePicker,
  usePickerSearch,
} from '../../ui/remote-picker.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { useTellUndoable } from '../../entities/refill/api.ts'
import { useDrasticQuestion } from '../../entities/slot/use-drastic-question.ts'
import { useSlots } from '../../entities/slot/api.ts'
import { useCopySlots, usePutDown, useSetQuantity } from './api.ts'
import { ConfirmAction } from '../../entities/command/confirm-action.tsx'
import { numberRanges, numbersOf, refillOf } from '../../entities/slot/slot-shelves.ts'
import { changedSlots, copiedValues, copyOutlook, revsOf } from './slot-values.ts'
import { slotWords } from '../../entities/slot/slot-words.ts'
import { SlotsFailure } from '../../entities/slot/slots-loaded.tsx'

export type SlotsDialogProps = {
  device: Device
  slots: readonly Channel[]
  /** All slots that the machine has when the server executes the call. */
  all?: boolean
  refetch: () => Promise<Channel[]>
  onDone: () => void
  onClose: () => void
}

/**
 * The slots that a dialog asks about, as they were when it opened: only what the user confirmed is done. If they have
 * changed meanwhile, the dialog stays, says so and shows the current ones.
 */
export function useAskedSlots({ slots, all = false, refetch }: SlotsDialogProps) {
  const t = useT(slotWords)
  const [asked, setAsked] = useState(slots)
  const confirm = async <Answer,>(send: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof CallError) || error.rcode !== errorCodes.changedMeanwhile) throw error
      const latest = await refetch()
      // Other conflicts have the same error number.
      if (changedSlots(asked, latest).length === 0) throw error
      setAsked(all ? latest : latest.filter(({ channel_sn: number }) => numbersOf(asked).includes(number)))
      throw new CallError(t('changedMeanwhile'), { kind: 'answer', rcode: error.rcode })
    }
  }
  return { slots: asked, revs: revsOf(asked), confirm }
}

export function FillDialog(props: SlotsDialogProps) {
  const { all = false, onDone, onClose } = props
  const { sn } = props.device
  const t = useT(slotWords)
  const { mutateAsync } = useSetQuantity()
  const tell = useTellUndoable()
  const { slots, revs, confirm } = useAskedSlots(props)
  const { slots: count, pieces } = refillOf(slots)
  return (
    <ConfirmAction
      title={t('fillTitle', { count })}
      confirmLabel={t('fillDo', { pieces })}
      disabled={count === 0}
      onConfirm={async () => {
        const which = all ? {} : { channel_sn: numbersOf(slots) }
        const { refill } = await confirm(() => mutateAsync({ sn, type: quantityTypes.fill, ...which, revs }))
        tell(t('filled'), refill)
        onDone()
      }}
      onClose={onClose}
    >
      <p>{count === 0 ? t(whyNotFilled(slots)) : t('fillText', { pieces })}</p>
    </ConfirmAction>
  )
}

function whyNotFilled(slots: readonly Channel[]): 'fillNothing' | 'fillNoGoods' | 'fillNoMax' {
  const selling = slots.filter(({ goods }) => goods !== null)
  if (selling.length === 0) return 'fillNoGoods'
  return selling.every(({ max }) => max === 0) ? 'fillNoMax' : 'fillNothing'
}

export function EmptyDialog(props: SlotsDialogProps) {
  const { all = false, onDone, onClose } = props
  const { sn } = props.device
  const t = useT(slotWords)
  const { mutateAsync } = useSetQuantity()
  const tell = useTellUndoable()
  const { slots, revs, confirm } = useAskedSlots(props)
  const { inside: pieces } = refillOf(slots)
  return (
    <ConfirmAction
      danger
      title={t('emptyTitle', { count: slots.length })}
      confirmLabel={t('emptyDo', { pieces })}
      onConfirm={async () => {
        const which = all ? {} : { channel_sn: numbersOf(slots) }
        const { refill } = await confirm(() => mutateAsync({ sn, type: quantityTypes.empty, ...which, revs }))
        tell(t('emptied'), refill)
        onDone()
      }}
      onClose={onClose}
    >
      <p>{t('emptyText', { pieces })}</p>
    </ConfirmAction>
  )
}

export function PutDownDialog(props: SlotsDialogProps) {
  const { onDone, onClose } = props
  const { sn } = props.device
  const t = useT(slotWords)
  const locale = useLocale()
  const { mutateAsync } = usePutDown()
  const { slots, revs, confirm } = useAskedSlots(props)
  const selling = slots.filter(({ goods }) => goods !== null)
  const { inside: pieces } = refillOf(selling)
  return (
    <ConfirmAction
      danger
      title={t('putDownTitle', { count: selling.length })}
      confirmLabel={t('putDownDo')}
      disabled={selling.length === 0}
      onConfirm={async () => {
        await confirm(() => mutateAsync({ sn, channel_sn: numbersOf(selling), revs }))
        notify('success', t('putDownDone'))
        onDone()
      }}
      onClose={onClose}
    >
      <p>{t('putDownText', { slots: numberRanges(locale, numbersOf(selling)), pieces })}</p>
    </ConfirmAction>
  )
}

export function CopyDialog(props: SlotsDialogProps) {
  const { onDone, onClose } = props
  const { sn, type } = props.device
  const t = useT(slotWords)
  const { mutateAsync } = useCopySlots()
  const { askIfDrastic, question } = useDrasticQuestion()
  const { slots, revs, confirm } = useAskedSlots(props)
  const [from, setFrom] = useState<string | null>(null)
  const source = useSlots(from)
  // Placeholder data are the slots of the device that was chosen before.
  const models = source.isPlaceholderData ? undefined : source.data?.data
  const id = useId()
  return (
    <ConfirmAction
      danger
      title={t('copyTitle')}
      confirmLabel={t('copyDo')}
      disabled={from === null || models === undefined}
      onConfirm={async () => {
        await askIfDrastic(copiedValues(slots, models ?? [], props.device))
        await confirm(() => mutateAsync({ sn, from: from ?? '', revs }))
        notify('success', t('copied'))
        onDone()
      }}
      onClose={onClose}
    >
      <label htmlFor={id}>{t('copyFrom')}</label>
      <OtherDevicePicker id={id} except={sn} type={type} value={from} onChange={setFrom} />
      <p>{t('copyText')}</p>
      {source.isError && !models && <SlotsFailure query={source} />}
      {models && <CopyOutlook {...copyOutlook(slots, models)} />}
      {question}
    </ConfirmAction>
  )
}

/** Warns of losses, because copying an empty layout would empty this one. */
function CopyOutlook({ filled, emptied, pieces }: ReturnType<typeof copyOutlook>) {
  const t = useT(slotWords)
  const losses = [
    ...(emptied > 0 ? [t('copyEmptied', { count: emptied })] : []),
    ...(pieces > 0 ? [t('copyPieces', { pieces })] : []),
  ]
  return (
    <>
      <p aria-live="polite">{t('copyFilled', { count: filled })}</p>
      {losses.length > 0 && (
        <Alert tone="warning">
          {losses.map((loss) => (
            <p key={loss}>{loss}</p>
          ))}
        </Alert>
      )}
    </>
  )
}

type OtherDevicePickerProps = PickerProps<string | null> & { except: string; type: MachineType }

/** Other types that move their goods in the same way. */
const movingAs = (type: MachineType): MachineType[] =>
  machineTypes.filter((other) => other !== type && capabilities[other].moves === capabilities[type].moves)

const useDevicesOf = (types: MachineType[], { q, opened }: ReturnType<typeof usePickerSearch>) =>
  usePages(deviceCalls.getAllDevice, { q, types }, pickerPageSize, { enabled: opened })

type DevicesFound = ReturnType<typeof useDevicesOf>

const inTurn = (first: DevicesFound, then: DevicesFound) => ({
  data: first.data &&
    then.data && { count: first.data.count + then.data.count, data: [...first.data.data, ...then.data.data] },
  isFetching: first.isFetching || then.isFetching,
  error: first.error ?? then.error,
  refetch: () => Promise.all([first.refetch(), then.refetch()]),
  loadMore: first.loadMore ?? then.loadMore,
})

/** Machines that move their goods in the same way, the same type first, without the machine itself. */
function OtherDevicePicker({ except, type, ...props }: OtherDevicePickerProps) {
  const t = useT(slotWords)
  const search = usePickerSearch()
  const found = inTurn(useDevicesOf([type], search), useDevicesOf(movingAs(type), search))
  const { options, ...picker } = pickerOf({ search, found, toOption: deviceOption, known: [] })
  const others = options.filter(({ value }) => value !== except)
  return (
    <RemotePicker<string | null>
      placeholder={t('pickDevice')}
      {...props}
      {...picker}
      // The count includes the machine itself, which is not offered.
      found={picker.found - (options.length - others.length)}
      options={others}
    />
  )
}
