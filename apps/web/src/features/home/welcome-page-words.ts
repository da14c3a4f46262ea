import { words } from '@slotwise/contract'

export const welcomeWords = words({
  nothing: ['您的账号还没有任何权限', '您的帳號還沒有任何權限', 'Your account has no permissions yet'],
  nothingHint: [
    '请联系“{merchant}”的主账号为您的角色开通权限，开通后会自动出现在这里。',
    '請聯絡「{merchant}」的主帳號為您的角色開通權限，開通後會自動出現在這裡。',
    'Ask the main account of {merchant} to add permissions to your role. They then appear here automatically.',
  ],
})
