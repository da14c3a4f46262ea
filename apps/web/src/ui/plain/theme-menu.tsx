import { useT } from '../../lib/i18n.tsx'
import { useTheme } from '../../lib/theme.ts'
import { MoonIcon, SunIcon, SystemIcon } from './icons.tsx'
import { ChoiceMenu } from './menu.tsx'
import { plainWords } from './words.ts'

const icons = { light: <SunIcon />, dark: <MoonIcon />, system: <SystemIcon /> }

export function ThemeMenu() {
  const t = useT(plainWords)
  const { choice, theme, setTheme } = useTheme()
  return (
    <ChoiceMenu
      label={t('theme')}
      trigger={icons[theme]}
      options={(['light', 'dark', 'system'] as const).map((value) => ({
        value,
        label: t(value),
        icon: icons[value],
      }))}
      value={choice}
      onChange={setTheme}
    />
  )
}
