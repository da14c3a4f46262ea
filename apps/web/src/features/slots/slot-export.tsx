import {
  channelContents,
  channelExportTypes,
  ExportDevChannel,
  exportFormats,
  exportWords,
  jobCalls,
  slotCalls,
  slotContentWords,
} from '@slotwise/contract'
import { Checkbox, Form, Radio, Select } from 'antd'
import { useCallback, useState } from 'react'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { useChange } from '../../lib/query.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { tellStarted } from '../../ui/jobs.ts'
import { uiWords } from '../../ui/ui-words.ts'
import type { PickerProps } from '../../ui/remote-picker.tsx'
import { StoresPicker } from '../../entities/store/store-picker.tsx'
import { useAreasOfStores } from '../../entities/store/api.ts'
import {
  type ExportedDevices,
  exportInputOf,
  type ExportValues,
  newExport,
  offeredDevices,
  type OpenedFor,
} from './slot-export-values.ts'
import { slotSheetWords } from '../../entities/slot/slot-sheet-words.ts'
import { slotWords } from '../../entities/slot/slot-words.ts'

const typeWords = { slot: 'slotList', goods: 'refillList' } as const

type SlotExportProps = {
  /** The machines that it was opened for. */
  devs: readonly string[]
  /** In the list of machines: its filter, and other machines can be exported instead. */
  filter?: OpenedFor['filter']
  onClose: () => void
}

/** Exports the slots of machines; the tray in the header shows the progress and offers the file. */
export function SlotExport({ devs, filter, onClose }: SlotExportProps) {
  const t = useT(slotWords)
  const sheet = useT(slotSheetWords)
  const formatName = useT(exportWords)
  const locale = useLocale()
  const [these] = useState({ devs, filter: filter ?? {} })
  const offersOthers = filter !== undefined
  const offered = offeredDevices(these, offersOthers)
  const { mutateAsync } = useChange(slotCalls.exportDevChannel, {
    refreshes: [jobCalls.getJobs],
    inline: true,
  })
  const toInput = useCallback((values: ExportValues) => exportInputOf(values, these, locale), [these, locale])
  return (
    <FormDrawer
      title={sheet('exportTitle')}
      submitLabel={t('exportDo')}
      schema={ExportDevChannel}
      initial={newExport(offered[0] ?? 'all')}
      toInput={toInput}
      onSubmit={async (input) => {
        tellStarted(await mutateAsync(input), t('exportStarted'))
      }}
      onClose={onClose}
    >
      {offersOthers && <WhichDevices offered={offered} count={these.devs.length} />}
      <FormField name="type" label={t('exportType')}>
        <Radio.Group
          vertical
          options={channelExportTypes.map((type) => ({ value: type, label: t(typeWords[type]) }))}
        />
      </FormField>
      <Columns />
      <FormField name="discard" label={null} valuePropName="checked">
        <Checkbox>{t('leaveOutDisabled')}</Checkbox>
      </FormField>
      <FormField name="format" label={formatName('format')}>
        <Radio.Group options={exportFormats.map((value) => ({ value, label: formatName(value) }))} />
      </FormField>
    </FormDrawer>
  )
}

const whichWords = {
  devs: 'exportDevs',
  filtered: 'exportFiltered',
  all: 'exportAll',
  stores: 'exportStores',
  areas: 'exportAreas',
} as const

function WhichDevices({ offered, count }: { offered: readonly ExportedDevices[]; count: number }) {
  const t = useT(slotWords)
  const form = Form.useFormInstance<ExportValues>()
  const which = Form.useWatch('which', form)
  return (
    <>
      <FormField name="which" label={t('exportWhich')}>
        <Radio.Group
          vertical
          options={offered.map((value) => ({ value, label: t(whichWords[value], { count }) }))}
        />
      </FormField>
      {(which === 'stores' || which === 'areas') && <StoresOrAreas key={which} of={which} />}
    </>
  )
}

const pickers = {
  stores: { Picker: StoresPicker, missing: 'chooseStore' },
  areas: { Picker: AreasPicker, missing: 'chooseArea' },
} as const

function StoresOrAreas({ of: kind }: { of: keyof typeof pickers }) {
  const t = useT(slotWords)
  const form = Form.useFormInstance<ExportValues>()
  const chosen = Form.useWatch(kind, { form, preserve: true }) ?? []
  const { Picker, missing } = pickers[kind]
  return (
    <FormField
      name={kind}
      label={t(kind)}
      required
      judgesOnChange
      alsoWrong={chosen.length === 0 ? t(missing) : undefined}
    >
      <Picker />
    </FormField>
  )
}

function AreasPicker(props: PickerProps<string[]>) {
  const t = useT(slotWords)
  const ui = useT(uiWords)
  return (
    <Select<string[]>
      mode="multiple"
      maxTagCount="responsive"
      placeholder={t('pickAreas')}
      allowClear={{ label: ui('clear') }}
      showSearch={{ optionFilterProp: 'label' }}
      {...props}
      options={useAreasOfStores()}
    />
  )
}

/** The refill list has fixed columns. */
function Columns() {
  const t = useT(slotWords)
  const content = useT(slotContentWords)
  if (Form.useWatch('type') === 'goods') return null
  return (
    <FormField name="contents" label={t('exportGroups')} judgesOnChange>
      <Checkbox.Group options={channelContents.map((group) => ({ value: group, label: content(group) }))} />
    </FormField>
  )
}
