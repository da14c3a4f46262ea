import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'

type AddButtonProps = {
  /** Says what is added: "Add store". */
  label: string
  /** The list, whose address names the open drawer. */
  state: { openDrawer: (name: string) => void }
  /** The drawer that it opens. */
  drawer?: string
}

/** The primary action of a list: opens the form of a new record. */
export const AddButton = ({ label, state, drawer = 'add' }: AddButtonProps) => (
  <Button
    type="primary"
    icon={<PlusOutlined aria-hidden="true" />}
    aria-keyshortcuts="n"
    onClick={() => state.openDrawer(drawer)}
  >
    {label}
  </Button>
)
