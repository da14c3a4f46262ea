import { goodsFieldWords } from '@slotwise/contract'
import { Form, Input, Radio } from 'antd'

import { useT } from '../../lib/i18n.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { useIsTouch } from '../../ui/use-media.ts'
import { goodsWords } from './goods-words.ts'
import { PictureField } from './picture-field.tsx'
import { TagsInput } from './tags-input.tsx'

export function GoodsFields() {
  const t = useT(goodsWords)
  const field = useT(goodsFieldWords)
  const isTouch = useIsTouch()
  return (
    <>
      <FormField name="title" label={field('goods_title')} required>
        <Input autoComplete="off" maxLength={60} />
      </FormField>
      <PriceFields />
      <FormField
        name="images"
        label={field('images')}
        hint={t(isTouch ? 'picturesHint' : 'picturesDropHint')}
        judgesOnChange
      >
        <PictureField aria-label={field('images')} />
      </FormField>
      <FormField name="tags" label={field('tags')} hint={t('tagsHint')}>
        <TagsInput />
      </FormField>
      <FormField name="code" label={field('code')} hint={t('codeHint')}>
        <Input autoComplete="off" maxLength={40} />
      </FormField>
      <FormField name="description" label={field('description')}>
        <Input.TextArea count={{ show: true, max: 500 }} autoSize={{ minRows: 3, maxRows: 8 }} />
      </FormField>
    </>
  )
}

function PriceFields() {
  const t = useT(goodsWords)
  const field = useT(goodsFieldWords)
  const kind: unknown = Form.useWatch('price_kind')
  return (
    <>
      <Form.Item name="price_kind" label={t('priceKind')} className="sw-price-kind">
        <Radio.Group
          aria-label={t('priceKind')}
          options={[
            { value: 'one', label: t('onePrice') },
            { value: 'span', label: t('priceSpan') },
          ]}
        />
      </Form.Item>
      {kind === 'span' ? (
        <div className="sw-field-pair">
          <FormField name="min_price" label={field('min_price')} required dependsOn={['max_price']}>
            <MoneyInput />
          </FormField>
          <FormField name="max_price" label={field('max_price')} required dependsOn={['min_price']}>
            <MoneyInput />
          </FormField>
        </div>
      ) : (
        <FormField name="price" label={field('price')} required>
          <MoneyInput />
        </FormField>
      )}
    </>
  )
}
