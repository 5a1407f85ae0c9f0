import common from '../../locales/zh-CN/common.json' with { type: 'json' };
import home from '../../locales/zh-CN/home.json' with { type: 'json' };
import navigation from '../../locales/zh-CN/navigation.json' with { type: 'json' };
import secondFactor from '../../locales/zh-CN/second-factor.json' with { type: 'json' };
import signIn from '../../locales/zh-CN/sign-in.json' with { type: 'json' };
import unpriced from '../../locales/zh-CN/unpriced.json' with { type: 'json' };

/** Texts that nearly every visit begins with, as one file. */
export default { common, home, navigation, 'second-factor': secondFactor, 'sign-in': signIn, unpriced };
