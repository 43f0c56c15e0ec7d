//! Names, towns and telephone numbers by country.

/// What people of a country are called and where they live. Names pair the original script with
/// Latin letters, which mail addresses are made of.
pub(super) struct People {
    pub(super) country: &'static str,
    pub(super) language: &'static str,
    pub(super) area_code: &'static str,
    /// A number of at least as many digits as an invented one needs, `#` for a digit. The prefixes
    /// are kept for fiction or not given out at all.
    pub(super) phone: &'static str,
    pub(super) cities: &'static [&'static str],
    pub(super) women: &'static [(&'static str, &'static str)],
    pub(super) men: &'static [(&'static str, &'static str)],
    pub(super) families: &'static [(&'static str, &'static str)],
}

#[rustfmt::skip]
pub(super) const PEOPLE: [People; 9] = [
    People {
        country: "FR", language: "fr", area_code: "+33", phone: "6 39 98 ## ##",
        cities: &["Paris", "Lyon", "Bordeaux", "Lille", "Nantes", "Versailles", "Annecy", "Marseille"],
        women: &[("Amélie", "amelie"), ("Chloé", "chloe"), ("Margaux", "margaux"), ("Juliette", "juliette"), ("Éléonore", "eleonore"), ("Hélène", "helene"), ("Solène", "solene"), ("Aïcha", "aicha"), ("Victoire", "victoire"), ("Noémie", "noemie"), ("Céleste", "celeste"), ("Sylvie", "sylvie")],
        men: &[("Antoine", "antoine"), ("Baptiste", "baptiste"), ("Jérôme", "jerome"), ("Mathieu", "mathieu"), ("Karim", "karim"), ("Rémi", "remi")],
        families: &[("Rousseau", "rousseau"), ("Lemaître", "lemaitre"), ("Dufour", "dufour"), ("Perrin", "perrin"), ("Charpentier", "charpentier"), ("Meyer", "meyer"), ("Le Goff", "legoff"), ("Benoît", "benoit"), ("Carpentier", "carpentier"), ("Fontaine", "fontaine"), ("Traoré", "traore"), ("Besson", "besson"), ("Maréchal", "marechal"), ("Blanchard", "blanchard")],
    },
    People {
        country: "CN", language: "zh-Hans", area_code: "+86", phone: "100 0### ####",
        cities: &["上海", "北京", "杭州", "成都", "深圳", "南京", "苏州", "广州"],
        women: &[("美琳", "meilin"), ("雨桐", "yutong"), ("欣怡", "xinyi"), ("静", "jing"), ("晓燕", "xiaoyan"), ("婷婷", "tingting"), ("若曦", "ruoxi"), ("佳宁", "jianing"), ("思琪", "siqi"), ("梦瑶", "mengyao"), ("慧敏", "huimin"), ("紫萱", "zixuan")],
        men: &[("浩然", "haoran"), ("伟", "wei"), ("子轩", "zixuan"), ("志强", "zhiqiang"), ("一鸣", "yiming"), ("宇航", "yuhang")],
        families: &[("王", "wang"), ("李", "li"), ("张", "zhang"), ("刘", "liu"), ("陈", "chen"), ("杨", "yang"), ("黄", "huang"), ("吴", "wu"), ("赵", "zhao"), ("周", "zhou"), ("徐", "xu"), ("孙", "sun"), ("欧阳", "ouyang"), ("沈", "shen")],
    },
    People {
        country: "HK", language: "zh-Hant", area_code: "+852", phone: "1000 ####",
        cities: &["Hong Kong", "Kowloon", "Sha Tin", "Tsuen Wan"],
        women: &[("嘉欣", "kayan"), ("詠琳", "winglam"), ("曉彤", "hiutung"), ("雅雯", "ngaman"), ("穎詩", "wingsze"), ("美玲", "meiling"), ("芷珊", "tszshan"), ("樂怡", "lokyi")],
        men: &[("志明", "chiming"), ("家豪", "kaho"), ("俊賢", "chunyin"), ("浩文", "homan")],
        families: &[("陳", "chan"), ("黃", "wong"), ("李", "lee"), ("張", "cheung"), ("林", "lam"), ("梁", "leung"), ("吳", "ng"), ("何", "ho"), ("鄭", "cheng"), ("曾", "tsang")],
    },
    People {
        country: "IT", language: "it", area_code: "+39", phone: "300 000 ####",
        cities: &["Milano", "Bergamo", "Torino", "Como", "Monza", "Bologna"],
        women: &[("Chiara", "chiara"), ("Giulia", "giulia"), ("Beatrice", "beatrice"), ("Elisabetta", "elisabetta"), ("Martina", "martina"), ("Ludovica", "ludovica"), ("Ottavia", "ottavia"), ("Arianna", "arianna")],
        men: &[("Matteo", "matteo"), ("Alessandro", "alessandro"), ("Tommaso", "tommaso"), ("Davide", "davide")],
        families: &[("Ferrari", "ferrari"), ("Bianchi", "bianchi"), ("Galli", "galli"), ("Fontana", "fontana"), ("Moretti", "moretti"), ("Barbieri", "barbieri"), ("De Santis", "desantis"), ("Mantovani", "mantovani"), ("Pellegrini", "pellegrini"), ("Sartori", "sartori")],
    },
    People {
        country: "US", language: "en", area_code: "+1", phone: "2## 555 01##",
        cities: &["New York", "San Francisco", "Chicago", "Austin", "Seattle", "Boston"],
        women: &[("Olivia", "olivia"), ("Madison", "madison"), ("Grace", "grace"), ("Hannah", "hannah"), ("Zoe", "zoe"), ("Imani", "imani"), ("Caroline", "caroline"), ("Priya", "priya")],
        men: &[("Ethan", "ethan"), ("Marcus", "marcus"), ("Daniel", "daniel"), ("Jack", "jack")],
        families: &[("Whitfield", "whitfield"), ("O’Connell", "oconnell"), ("Ramirez", "ramirez"), ("Goldberg", "goldberg"), ("Patel", "patel"), ("Sullivan", "sullivan"), ("Washington", "washington"), ("Kowalski", "kowalski"), ("Brooks", "brooks"), ("Delgado", "delgado")],
    },
    People {
        country: "JP", language: "ja", area_code: "+81", phone: "90 0### ####",
        cities: &["東京", "大阪", "京都", "横浜", "神戸", "福岡"],
        women: &[("有希", "yuki"), ("さくら", "sakura"), ("陽菜", "hina"), ("麻衣", "mai"), ("由美子", "yumiko"), ("葵", "aoi"), ("千尋", "chihiro"), ("真理", "mari")],
        men: &[("大輔", "daisuke"), ("翔太", "shota"), ("健一", "kenichi"), ("蓮", "ren")],
        families: &[("佐々木", "sasaki"), ("鈴木", "suzuki"), ("高橋", "takahashi"), ("田中", "tanaka"), ("渡辺", "watanabe"), ("伊藤", "ito"), ("小林", "kobayashi"), ("山本", "yamamoto"), ("藤原", "fujiwara"), ("石川", "ishikawa")],
    },
    People {
        country: "KR", language: "ko", area_code: "+82", phone: "10 0### ####",
        cities: &["서울", "부산", "인천", "대구"],
        women: &[("서연", "seoyeon"), ("지우", "jiwoo"), ("민지", "minji"), ("하은", "haeun"), ("수빈", "subin"), ("유진", "yujin"), ("예린", "yerin"), ("다은", "daeun")],
        men: &[("민준", "minjun"), ("도윤", "doyun"), ("지훈", "jihoon"), ("현우", "hyunwoo")],
        families: &[("김", "kim"), ("이", "lee"), ("박", "park"), ("최", "choi"), ("정", "jung"), ("강", "kang"), ("윤", "yoon"), ("임", "lim"), ("한", "han"), ("오", "oh")],
    },
    People {
        country: "AE", language: "ar", area_code: "+971", phone: "50 000 ####",
        cities: &["دبي", "أبو ظبي", "الشارقة"],
        women: &[("نور", "noor"), ("فاطمة", "fatima"), ("مريم", "maryam"), ("لطيفة", "latifa"), ("هند", "hind"), ("شيخة", "shaikha")],
        men: &[("أحمد", "ahmed"), ("خالد", "khalid"), ("سلطان", "sultan"), ("راشد", "rashid")],
        families: &[("المصري", "almasri"), ("المنصوري", "almansoori"), ("النعيمي", "alnuaimi"), ("الكتبي", "alketbi"), ("السويدي", "alsuwaidi"), ("حداد", "haddad"), ("الظاهري", "aldhaheri")],
    },
    People {
        country: "KW", language: "ar", area_code: "+965", phone: "1000 ####",
        cities: &["الكويت", "حولي", "السالمية"],
        women: &[("دانة", "dana"), ("منيرة", "munira"), ("العنود", "alanoud"), ("شهد", "shahad")],
        men: &[("فيصل", "faisal"), ("بدر", "bader"), ("مشعل", "mishal")],
        families: &[("العتيبي", "alotaibi"), ("المطيري", "almutairi"), ("الشمري", "alshammari"), ("العنزي", "alenezi"), ("الرشيدي", "alrashidi")],
    },
];

pub(super) fn people_of(country: &str) -> &'static People {
    PEOPLE
        .iter()
        .find(|people| people.country == country)
        .unwrap_or(&PEOPLE[0])
}
