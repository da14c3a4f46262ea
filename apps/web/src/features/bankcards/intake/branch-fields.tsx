import { bankCardFieldWords } from '@slotwise/contract'
import { Button, Form, Input, Select } from 'antd'

import { useT } from '../../../lib/i18n.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { type PickerProps, usePickerSearch } from '../../../ui/remote-picker.tsx'
import { uiWords } from '../../../ui/ui-words.ts'
import { useBranches } from '../api.ts'
import { intakeWords } from './intake-words.ts'
import { useValue } from './use-value.ts'

type BranchFieldsProps = { onByHand: (byHand: boolean) => void }

/** The branch: from the directory, or name and number by hand where the directory does not have it. */
export function BranchFields({ onByHand }: BranchFieldsProps) {
  const t = useT(intakeWords)
  const field = useT(bankCardFieldWords)
  const isByHand = useValue('by_hand') === true
  const number = useValue('bank_no') ?? ''
  if (!isByHand)
    return (
      <div className="sw-intake-branch">
        <FormField
          name="bank_branch"
          label={field('bank_branch')}
          required
          hint={number === '' ? undefined : t('branchNumber', { number })}
        >
          <BranchSelect />
        </FormField>
        <Button type="link" onClick={() => onByHand(true)}>
          {t('branchByHand')}
        </Button>
      </div>
    )
  return (
    <div className="sw-intake-branch">
      <FormField name="bank_branch" label={field('bank_branch')} required>
        <Input autoComplete="off" />
      </FormField>
      <FormField
        name="bank_no"
        label={field('bank_no')}
        required
        hint={t('branchNoHint')}
        dependsOn={['bank_code']}
      >
        <Input className="sw-figures" inputMode="numeric" autoComplete="off" />
      </FormField>
      <Button type="link" onClick={() => onByHand(false)}>
        {t('branchFromList')}
      </Button>
    </div>
  )
}

/** Searches the branches of the chosen bank and place. Their names are Chinese in every language. */
function BranchSelect({ value = '', onChange, ...rest }: PickerProps<string>) {
  const t = useT(intakeWords)
  const ui = useT(uiWords)
  const form = Form.useFormInstance()
  const bank = useValue('bank_code') ?? ''
  const province = useValue('bank_province') ?? ''
  const city = useValue('bank_city') ?? ''
  const number = useValue('bank_no') ?? ''
  const search = usePickerSearch()
  const found = useBranches({ bank, province, city, q: search.q }, search.opened && bank !== '')
  const branches = found.data?.data ?? []
  const choose = (no: string | null): void => {
    form.setFieldValue('bank_no', no ?? '')
    onChange?.(branches.find(({ bank_no }) => bank_no === no)?.bank_branch ?? '')
  }
  return (
    <Select<string | null>
      {...rest}
      allowClear={{ label: ui('clear') }}
      disabled={bank === ''}
      placeholder={t(bank === '' ? 'branchNeedsBank' : 'branchPlaceholder')}
      loading={found.isFetching}
      showSearch={{ filterOption: false, onSearch: search.onSearch }}
      onOpenChange={search.onOpenChange}
      value={number === '' ? null : number}
      onChange={choose}
      options={branches.map(({ bank_no, bank_branch }) => ({
        value: bank_no,
        label: bank_branch,
        title: '',
      }))}
      labelRender={() => <span lang="zh-CN">{value}</span>}
      optionRender={({ label, value: no }) => (
        <span className="sw-pick-option">
          <span lang="zh-CN">{label}</span>
          <small className="sw-figures">{no}</small>
        </span>
      )}
      popupRender={(menu) => (
        <>
          {menu}
          {found.error && !found.isFetching && (
            <Button type="link" className="sw-pick-retry" onClick={() => void found.refetch()}>
              {ui('retry')}
            </Button>
          )}
          {found.data?.more && branches.length > 0 && <p className="sw-pick-more">{t('branchMore')}</p>}
        </>
      )}
      notFoundContent={
        <p className="sw-pick-more">
          {found.isFetching ? ui('loading') : (found.error?.message ?? t('branchNone'))}
        </p>
      }
    />
  )
}
