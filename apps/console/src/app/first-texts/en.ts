import common from '../../locales/en/common.json' with { type: 'json' };
import home from '../../locales/en/home.json' with { type: 'json' };
import navigation from '../../locales/en/navigation.json' with { type: 'json' };
import secondFactor from '../../locales/en/second-factor.json' with { type: 'json' };
import signIn from '../../locales/en/sign-in.json' with { type: 'json' };
import unpriced from '../../locales/en/unpriced.json' with { type: 'json' };

/** Texts that nearly every visit begins with, as one file. */
export default { common, home, navigation, 'second-factor': secondFactor, 'sign-in': signIn, unpriced };
