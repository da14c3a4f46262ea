import { words } from '../kernel/locale.ts'

export const payAccountRules = words({
  wechatMchId: [
    '商户号为 8 至 10 位数字',
    '商戶號為 8 至 10 位數字',
    'The merchant number has 8 to 10 digits',
  ],
  wechatAppId: [
    'AppID 以 wx 开头，共 18 位',
    'AppID 以 wx 開頭，共 18 位',
    'An AppID is wx and 16 letters or digits',
  ],
  wechatSerial: [
    '请填写商户API证书的序列号',
    '請填寫商戶API憑證的序號',
    'Enter the serial number of your API certificate',
  ],
  wechatApiKey: [
    'APIv3密钥为 32 位字母或数字',
    'APIv3金鑰為 32 位字母或數字',
    'The APIv3 key has 32 letters or digits',
  ],
  wechatPublicKeyId: [
    '公钥ID 以 PUB_KEY_ID_ 开头',
    '公鑰ID 以 PUB_KEY_ID_ 開頭',
    'The number of the public key begins with PUB_KEY_ID_',
  ],
  wechatPlatformKey: [
    '请填写微信支付公钥或平台证书，用于验证微信支付的通知',
    '請填寫微信支付公鑰或平台憑證，用於驗證微信支付的通知',
    "Enter WeChat Pay's public key or its platform certificate, by which its messages are checked",
  ],
  wechatKeyPair: [
    '微信支付公钥和公钥ID须同时填写',
    '微信支付公鑰和公鑰ID須同時填寫',
    'The public key and its number go together',
  ],
  alipaySeller: [
    '商户 PID 为 2088 开头的 16 位数字',
    '商戶 PID 為 2088 開頭的 16 位數字',
    'The seller number is 2088 and 12 digits',
  ],
  alipayAppId: ['APPID 为 16 位数字', 'APPID 為 16 位數字', 'An APPID has 16 digits'],
  alipayOwnKey: [
    '这是应用自己的公钥，请填写支付宝公钥',
    '這是應用自己的公鑰，請填寫支付寶公鑰',
    "This is your application's public key. Enter the one of Alipay",
  ],
  gkashCid: ['请填写 CID，例如 M102-U-999', '請填寫 CID，例如 M102-U-999', 'Enter a CID such as M102-U-999'],
  gkashKey: [
    '请填写 GKash 发来的签名密钥',
    '請填寫 GKash 寄來的簽名金鑰',
    'Enter the signature key that GKash sent you',
  ],
  payPrivateKey: [
    '不是有效的 RSA 私钥（PEM，至少 2048 位）',
    '不是有效的 RSA 私鑰（PEM，至少 2048 位元）',
    'This is not an RSA private key (PEM, at least 2048 bits)',
  ],
  payPublicKey: [
    '不是有效的 RSA 公钥（PEM，至少 2048 位）',
    '不是有效的 RSA 公鑰（PEM，至少 2048 位元）',
    'This is not an RSA public key (PEM, at least 2048 bits)',
  ],
  payCertificate: [
    '不是有效的 X.509 证书（PEM）',
    '不是有效的 X.509 憑證（PEM）',
    'This is not an X.509 certificate (PEM)',
  ],
  payCertificateExpired: [
    '证书已过期，请上传新的证书',
    '憑證已過期，請上傳新的憑證',
    'This certificate has expired. Enter the new one',
  ],
  payFieldUnused: ['该支付方式不需要此项', '該支付方式不需要此項', 'This payment does not have this field'],
  payNoKey: ['请填写要更换的密钥', '請填寫要更換的金鑰', 'Enter the key to replace'],
  payNotOffered: [
    '当前地区或系统暂不支持此支付方式的自有账户',
    '目前地區或系統暫不支援此支付方式的自有帳戶',
    'Own accounts for this payment are not offered here',
  ],
})
