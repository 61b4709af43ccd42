/// The words for the cards.
enum CardWords {
    /// Given names in Latin letters.
    static let given = words(
        """
        Aiko Bruno Carla Dieter Emi Fritz Greta Haruka Ingrid Jiro Keiko Lars Minami Norbert Oskar Petra \
        Quentin Ryo Sayuri Tomoko Ulrich Viktor Wakana Xaver Yumi Zoe Chie Carlos Celia Cosima Magnus Sigrid
        """)

    /// Family names in Latin letters.
    static let family = words(
        """
        Abe Braun Chiba Doi Endo Fischer Gruber Honda Ito Jansen Kimura Lang Meyer Nagai Ono Peters Quist \
        Richter Sato Tanaka Ueda Vogel Wagner Yamada Ziegler Fujii Koch Lindgren Okada Shibata Hartwig Cho
        """)

    /// Family names in Japanese.
    static let kanjiFamily = words(
        """
        佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 長谷川 清水 山崎 池田 五十嵐 橋本 阿部
        """)

    /// Given names in Japanese.
    static let kanjiGiven = words(
        """
        さくら 由美子 健太郎 翔 美咲 太郎 花子 一郎 陽菜 大輔 直子 恵 修 千尋 拓也 真由美 明 和子 隆 智子 誠 優子 浩 裕子
        """)

    /// Readings of family names.
    static let kana = words(
        """
        サトウ スズキ タカハシ タナカ イトウ ワタナベ ヤマモト ナカムラ コバヤシ カトウ ヨシダ ヤマダ
        """)

    /// Places, half of them in Japanese.
    static let places = words(
        """
        Tokyo Osaka Kyoto Nagoya Sapporo Fukuoka Kobe Sendai Hiroshima Nara Berlin Hamburg Cologne Leipzig \
        Bremen Zurich Geneva Lausanne Vienna Graz Salzburg Oslo Bergen Copenhagen 東京都 大阪府 京都市 名古屋 札幌市 福岡市 \
        神戸市 仙台市 広島市 奈良県 横浜市 千葉県 埼玉県 川崎市 金沢市 長野県 新潟県 静岡県 岡山県 熊本市 鹿児島 那覇市 高松市 松山市
        """)

    private static func words(_ list: String) -> [String] {
        list.split(separator: " ").map(String.init)
    }
}
