import { theme as antdThemes, type ThemeConfig } from 'antd'

import { type Theme, tokenValue } from '../lib/theme.ts'

/**
 * antd's theme. The colours are read from plain/tokens.css on the page, so that there is one source; `data-theme` is
 * set before anything renders.
 */
export function antdTheme(theme: Theme, { calm, touch }: { calm: boolean; touch: boolean }): ThemeConfig {
  const line = tokenValue('--line')
  const ring = `0 0 0 1px ${line}`
  // One pixel of outline and the border make the ring of 2 px that plain fields have. Colours are set per component,
  // because the dark algorithm would change the red of a global token.
  const field = { activeBorderColor: tokenValue('--focus'), colorError: tokenValue('--error') }
  return {
    algorithm: theme === 'dark' ? antdThemes.darkAlgorithm : antdThemes.defaultAlgorithm,
    token: {
      colorPrimary: tokenValue('--primary'),
      colorPrimaryHover: tokenValue('--primary-hover'),
      colorPrimaryActive: tokenValue('--primary-active'),
      colorPrimaryBg: tokenValue('--primary-soft'),
      colorPrimaryBgHover: tokenValue('--primary-soft'),
      colorPrimaryText: tokenValue('--link'),
      colorTextLightSolid: tokenValue('--text-on-primary'),
      colorLink: tokenValue('--link'),
      colorLinkHover: tokenValue('--primary-hover'),
      colorLinkActive: tokenValue('--primary-active'),
      colorSuccess: tokenValue('--success'),
      colorSuccessBg: tokenValue('--success-soft'),
      colorWarning: tokenValue('--warning'),
      colorWarningBg: tokenValue('--warning-soft'),
      colorError: tokenValue('--error'),
      colorErrorHover: tokenValue('--error'),
      colorErrorText: tokenValue('--error'),
      colorErrorBg: tokenValue('--error-soft'),
      colorInfo: tokenValue('--info'),
      colorInfoBg: tokenValue('--info-soft'),

      colorText: tokenValue('--text'),
      colorTextSecondary: tokenValue('--text-muted'),
      colorTextTertiary: tokenValue('--text-faint'),
      colorTextPlaceholder: tokenValue('--text-faint'),
      colorTextDescription: tokenValue('--text-muted'),
      colorIcon: tokenValue('--text-muted'),

      colorBgLayout: tokenValue('--canvas'),
      colorBgContainer: tokenValue('--surface'),
      colorBgElevated: tokenValue('--surface'),
      colorBgSpotlight: theme === 'dark' ? tokenValue('--line') : tokenValue('--text'),
      controlItemBgHover: tokenValue('--surface-hover'),
      controlItemBgActive: tokenValue('--primary-soft'),
      controlItemBgActiveHover: tokenValue('--primary-soft'),
      controlOutline: tokenValue('--focus'),
      colorErrorOutline: tokenValue('--error'),
      controlOutlineWidth: 1,
      colorBorder: tokenValue('--line-strong'),
      colorBorderSecondary: line,
      colorSplit: line,

      fontFamily: tokenValue('--font'),
      fontSize: 14,
      borderRadius: 8,
      borderRadiusLG: 8,
      borderRadiusSM: 6,
      controlHeight: touch ? 40 : 36,
      boxShadow: ring,
      boxShadowSecondary: ring,
      boxShadowTertiary: ring,
      motion: !calm,
      motionDurationSlow: '0.18s',
      motionDurationMid: '0.12s',
      // Keeps content readable while it is being sent.
      opacityLoading: 1,
      wireframe: false,
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 500 },
      // The tick on the primary colour, which is light in the dark theme.
      Checkbox: { colorWhite: tokenValue('--text-on-primary') },
      Drawer: { footerPaddingBlock: 12, footerPaddingInline: 24 },
      Form: { labelColor: tokenValue('--text'), verticalLabelPadding: '0 0 4px', itemMarginBottom: 28 },
      DatePicker: field,
      Input: field,
      InputNumber: field,
      Select: { ...field, optionSelectedColor: tokenValue('--link'), optionSelectedFontWeight: 500 },
      Tooltip: theme === 'dark' ? { colorTextLightSolid: tokenValue('--text') } : {},
    },
  }
}
