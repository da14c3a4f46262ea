import { TableOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover } from 'antd'

import { useT } from '../lib/i18n.tsx'
import { type Column, useColumnTitle } from './columns.ts'
import { uiWords } from './ui-words.ts'

type Props<Row> = {
  columns: Column<Row>[]
  shown: Column<Row>[]
  isStandard: boolean
  onChoose: (keys: string[] | undefined) => void
}

export function ColumnChooser<Row>({ columns, shown, isStandard, onChoose }: Props<Row>) {
  const t = useT(uiWords)
  const titleOf = useColumnTitle()
  const keys = shown.map(({ key }) => key)
  // The first column names the row, so it cannot be hidden.
  const choices = columns.slice(1)
  const content = (
    <div className="sw-column-chooser" role="group" aria-label={t('columnsHint')}>
      {choices.map((column) => (
        <Checkbox
          key={column.key}
          checked={keys.includes(column.key)}
          onChange={({ target }) =>
            onChoose(target.checked ? [...keys, column.key] : keys.filter((key) => key !== column.key))
          }
        >
          {titleOf(column)}
        </Checkbox>
      ))}
      <Button type="link" size="small" disabled={isStandard} onClick={() => onChoose(undefined)}>
        {t('allColumns')}
      </Button>
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomRight" arrow={false} content={content}>
      <Button icon={<TableOutlined aria-hidden="true" />} aria-haspopup="dialog">
        {t('columns')}
      </Button>
    </Popover>
  )
}
