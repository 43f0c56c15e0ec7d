// Runs before the first paint, so that a dark till does not flash white and a right-to-left till
// does not flip. It is a file of its own because the content security policy forbids inline script.
(function () {
  var settings = {};
  try {
    settings = JSON.parse(localStorage.getItem('device') || '{}');
  } catch {
    settings = {};
  }
  var theme = settings.theme || 'light';
  if (theme === 'auto') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  var root = document.documentElement;
  root.dataset.theme = theme;
  root.dataset.mantineColorScheme = theme;
  var asked = new URLSearchParams(location.search).get('lang');
  var language = asked || settings.language || 'en';
  root.lang = language;
  root.dir = /^(ar|he)\b/.test(language) ? 'rtl' : 'ltr';
})();
